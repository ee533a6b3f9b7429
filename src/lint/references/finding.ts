import type {FieldPath} from '../../machinery/field/path.js'
import type {RuleId} from '../../machinery/field/rule-id.js'
import {locate, type Part} from '../../manifests/locate.js'
import type {Diagnostic, Place} from '../diagnostic.js'
import type {LazyObject} from '../lazy-object.js'

/** A field of an object. */
interface FieldPlace {
  readonly of: LazyObject
  readonly field: FieldPath
  readonly part?: Part
}

/** A finding about a broken reference. */
export interface ReferenceFinding extends FieldPlace {
  readonly ruleId: RuleId
  readonly message: string
  readonly hint: string
  /** The object that must be meant. */
  readonly suggested: FieldPlace & {readonly message: string}
}

/** The warning about a reference, with the place of what must be meant. */
export function referenceDiagnostic({ruleId, message, hint, of, field, part, suggested}: ReferenceFinding): Diagnostic {
  const {object: {apiVersion, kind}} = of
  const {namespace} = of.object.metadata
  return {
    ruleId, severity: 'warning', message, hint, field: String(field), ...placeOf({of, field, ...part && {part}}),
    object: {apiVersion, kind, ...namespace !== undefined && {namespace}, name: nameOf(of)},
    related: [{...placeOf(suggested), message: suggested.message}],
  }
}

function placeOf({of: {file, manifest: {node}}, field, part}: FieldPlace): Place {
  return {file, span: locate(file, node, field.steps(), part)}
}

export const nameOf = ({object: {metadata: {name = ''}}}: LazyObject): string => name
