import type {FieldError} from '../machinery/field/error.js'
import type {FieldPath} from '../machinery/field/path.js'
import type {RuleId} from '../machinery/field/rule-id.js'
import type {StartUpError} from './start-up-error.js'

/** One of the apiVersions and kinds under which a configuration can be written. */
export interface ConfigurationVersion {
  readonly apiVersion: string
  readonly kind: string
  /** The name of the version's field table. */
  readonly table: string
  /** Renames Go type names that the table has for another version: a part of the name, and its replacement. */
  readonly goNames?: readonly [from: string, to: string]
}

/** A related place in a configuration, with its message. */
export interface RelatedField {
  readonly field: FieldPath
  readonly message: string
}

/** A finding about a configuration that the server accepts: a probable mistake, or a fact that its author should know. */
export interface Advice {
  readonly ruleId: RuleId
  readonly severity: 'warning' | 'info'
  readonly field: FieldPath
  readonly message: string
  /** The replacement, where it is certain. */
  readonly hint?: string
  readonly related?: readonly RelatedField[]
}

/** The kind of the configuration that a plugin reads when the server starts (apiserver admission `ConfigProvider.ConfigFor`). */
export interface ConfigurationKind<T extends object = object> {
  readonly versions: readonly ConfigurationVersion[]
  /** True where unknown and repeated fields are errors. */
  readonly isStrict: boolean
  /** Reads a configuration without apiVersion and kind. The server ignores everything that is wrong in it. */
  readUntyped?(json: unknown): T
  /** The allowed words of each rule, by the id of the rule. */
  readonly vocabularies?: Readonly<Record<string, readonly string[]>>
  /** The rules for a configuration, in the order of the server; a configuration without fields means that there is none. */
  validate(configuration: T): FieldError[]
  /** Returns the error with which the server ends, if that is not the list of all errors. */
  startUpError?(plugin: string, errors: readonly FieldError[]): StartUpError
  /** Returns the reason why kadm does not simulate a valid configuration: it has too many of something. */
  excess?(configuration: T): string | undefined
  /** Returns the findings about a valid configuration. */
  advise?(configuration: T): Advice[]
}
