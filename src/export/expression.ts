import type {PolicyPlace} from '../admission/explanation.js'
import type {Cel, Variable} from './cel.js'

/** An expression, with the policy field that it was compiled from. */
export interface Expression extends PolicyPlace {
  readonly expression: Cel
  /** The subject of messages, if it is more than one field: `the rules of namespace dev`. */
  readonly subject?: string
}

/** A variable of a native policy, computed once per mutation on first use. */
export interface NamedExpression extends Expression {
  readonly name: Variable
}
