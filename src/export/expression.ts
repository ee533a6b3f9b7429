import type {PolicyPlace} from '../admission/policy-place.js'
import type {Cel, Variable} from './cel.js'

/** An expression with the place in a policy that it is made of, to be named if it cannot be used. */
export interface Expression extends PolicyPlace {
  readonly expression: Cel
  /** What it is made of, where that is more than the place: `the rules of namespace dev`. */
  readonly subject?: string
}

/** A variable of a native policy. Each is computed once for a mutation, when it is asked for. */
export interface NamedExpression extends Expression {
  readonly name: Variable
}
