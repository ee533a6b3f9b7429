import type {FieldError} from '../machinery/field-error.js'
import type {FieldPath} from '../machinery/field-path.js'

/** One of the apiVersions and kinds under which a configuration can be written. */
export interface ConfigurationVersion {
  readonly apiVersion: string
  readonly kind: string
  /** The name of the version's field table. */
  readonly table: string
  /** How Go names the version's types where the table has the names of another version: part of a name, and what stands for it. */
  readonly goNames?: readonly [from: string, to: string]
}

/** A place in a configuration that has to do with an advice, with what is to be said there. */
export interface RelatedField {
  readonly field: FieldPath
  readonly message: string
}

/** Something in a configuration that the server accepts and nobody wants, or that its author should know. */
export interface Advice {
  readonly ruleId: string
  readonly severity: 'warning' | 'info'
  readonly field: FieldPath
  readonly message: string
  /** What to write instead, where that is certain. */
  readonly hint?: string
  readonly related?: readonly RelatedField[]
}

/** The kind of the configuration that a plugin reads when the server starts (apiserver admission `ConfigProvider.ConfigFor`). */
export interface ConfigurationKind<T extends object = object> {
  readonly versions: readonly ConfigurationVersion[]
  /** True where unknown and repeated fields are errors. */
  readonly isStrict: boolean
  /** The words that may stand where a rule finds something else, by the id of the rule. */
  readonly vocabularies?: Readonly<Record<string, readonly string[]>>
  /** The rules for a configuration, in the order of the server; one without any fields stands for none at all. */
  validate(configuration: T): FieldError[]
  /** What is to be said of a configuration that is valid. */
  advise?(configuration: T): Advice[]
}
