import {textOf} from '../machinery/json-value.js'
import {locate, nodeAt, type Steps} from '../manifests/locate.js'
import {contentOf, type Node, type ScalarNode} from '../source/node.js'
import {readDocuments} from '../source/read-documents.js'
import type {Origin, SourceFile, Span} from '../source/source-file.js'
import type {RenderedPlace} from './rendered-file.js'
import {fieldsOf, type TemplateField} from './template-lines.js'

/**
 * The place in a template, or in the values, where a field of a rendered object is written. Undefined where that is not certain.
 *
 * @param values the files with values, the last of which wins; none where `.Values` of the template are others
 */
export function templatePlace(template: SourceFile, values: readonly SourceFile[], place: RenderedPlace): Origin | undefined {
  const {manifest, steps, part} = place
  const fields = fieldsOf(template).filter((field, _, all) => isOfKind(field, all, textOf(manifest.body['kind'])))
  const node = nodeAt(manifest.node, steps)
  const content: Node | undefined = node && contentOf(node)
  const found = withKeys(fields, steps)
  if (found.length === 0) return valuePlace(fields, values, place, content)
  if (part !== 'scalar' || content?.kind !== 'scalar') {
    const field = onlyOf(found)
    return field && {file: template, span: field.key, isExact: part === 'key' && content?.kind === 'scalar'}
  }
  return scalarPlace(template, found, values, content)
}

/** True of a field in a document of the template that may be the object's: its kind is the same one, or an action. */
function isOfKind({document}: TemplateField, all: readonly TemplateField[], kind: string): boolean {
  const kinds = all.filter((field) => field.document === document && field.keys.length === 1 && field.keys[0] === 'kind')
  return kinds.length === 0 || kinds.some(({value}) => value.includes('{{') || unquoted(value) === kind)
}

/** The fields with the keys of a way; positions in lists are no keys. */
function withKeys(fields: readonly TemplateField[], steps: Steps): TemplateField[] {
  const names = steps.filter((step) => typeof step === 'string')
  // A position at the end is an item of a list, which has no key.
  if (names.length === 0 || typeof steps.at(-1) === 'number') return []
  return fields.filter(({keys}) => keys.length === names.length && keys.every((key, i) => key === names[i]))
}

function scalarPlace(file: SourceFile, found: readonly TemplateField[], values: readonly SourceFile[], {text}: ScalarNode): Origin | undefined {
  const field = onlyOf(found)
  if (field?.value.includes('{{') === true) {
    const path = valuePath(/^["']?\{\{-?\s*(\$?\.Values\.[\w.]+)(?:\s*\|\s*(?:quote|squote|int|int64|toString))*\s*-?\}\}["']?$/.exec(field.value)?.[1])
    return (path && inValues(values, path, text)) ?? {file, span: field.valueSpan, isExact: false}
  }
  if (found.some(({value}) => value.includes('{{'))) return undefined
  const same = onlyOf(found.filter(({value}) => unquoted(value) === text))
  return same && {file, span: same.valueSpan, isExact: true}
}

/** The values that an action writes below a field: `{{ toYaml .Values.resources | nindent 12 }}`, or those of the `with` around it. */
function writtenValues({previous, value, next}: TemplateField): string[] | undefined {
  const written = /^\{\{-?\s*toYaml\s+(\.|\$?\.Values\.[\w.]+)\s*\|\s*n?indent\s+\d+\s*-?\}\}$/.exec(value || next)?.[1]
  return valuePath(written === '.' ? /^\{\{-?\s*with\s+(\$?\.Values\.[\w.]+)\s*-?\}\}$/.exec(previous)?.[1] : written)
}

/** A field that `toYaml` writes below a key of the template: it stands in the values, at the same place below theirs. */
function valuePlace(
  fields: readonly TemplateField[], values: readonly SourceFile[], {steps}: RenderedPlace, content: Node | undefined,
): Origin | undefined {
  if (content?.kind !== 'scalar') return undefined
  for (let length = steps.length - 1; length > 0; length--) {
    const field = onlyOf(withKeys(fields, steps.slice(0, length)))
    if (field === undefined) continue
    const path = writtenValues(field)
    return path && inValues(values, [...path, ...steps.slice(length)], content.text)
  }
  return undefined
}

const valuePath = (expression: string | undefined): string[] | undefined => expression?.replace(/^\$?\.Values\./, '').split('.')

/** The place in the last file of values that sets a value, where that is the one that has been rendered. */
function inValues(values: readonly SourceFile[], path: Steps, text: string): Origin | undefined {
  for (const file of values.toReversed()) {
    const root = readDocuments(file)[0]?.root
    const node = root && nodeAt(root, path)
    if (root === undefined || node === undefined) continue
    const content = contentOf(node)
    return content.kind === 'scalar' && content.text === text ? {file, span: locate(file, root, path), isExact: true} : undefined
  }
  return undefined
}

const onlyOf = <T>(found: readonly T[]): T | undefined => found.length === 1 ? found[0] : undefined

const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/, '$2')

/** The first line of a file. */
export function beginOf({text}: SourceFile): Span {
  return {start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0}
}
