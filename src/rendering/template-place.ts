import {textOf} from '../machinery/go/json-value.js'
import {locate, nodeAt, type Steps} from '../manifests/locate.js'
import {contentOf, type Node, type ScalarNode} from '../source/node.js'
import {readDocuments} from '../source/read-documents.js'
import type {Origin, SourceFile} from '../source/source-file.js'
import type {RenderedPlace} from './rendered-file.js'
import {fieldsOf, type TemplateField} from './template-lines.js'

/** A values file. */
export interface Values {
  readonly file: SourceFile
  readonly root: Node | undefined
}

/** Parses a values file. */
export const valuesIn = (file: SourceFile): Values => ({file, root: readDocuments(file)[0]?.root})

/** Finds the places of fields of rendered objects in a template and its values. */
export class TemplatePlaces {
  private readonly byKeys = new Map<string, TemplateField[]>()
  private readonly kinds = new Map<number, string[]>()

  /** @param values the values files, the last of which overrides others; none if the template has other `.Values` */
  constructor(private readonly template: SourceFile, private readonly values: readonly Values[]) {
    for (const field of fieldsOf(template)) {
      add(this.byKeys, JSON.stringify(field.keys), field)
      if (field.keys.length === 1 && field.keys[0] === 'kind') add(this.kinds, field.document, field.value)
    }
  }

  /** Returns the origin of a place; undefined if it is uncertain. */
  find(place: RenderedPlace): Origin | undefined {
    const {manifest, steps, part} = place
    const node = nodeAt(manifest.node, steps)
    const content: Node | undefined = node && contentOf(node)
    const found = this.fieldsAt(steps, place)
    if (found.length === 0) return this.inPrintedValues(place, content)
    if (part === 'scalar' && content?.kind === 'scalar') return this.ofScalar(found, content)
    const field = onlyOf(found)
    return field && {file: this.template, span: field.key, isExact: part === 'key' && content?.kind === 'scalar'}
  }

  /** Returns the fields with the keys of a path, without list indexes, in documents that may be the object's. */
  private fieldsAt(steps: Steps, {manifest}: RenderedPlace): readonly TemplateField[] {
    // The path of a list item, which has no key.
    if (typeof steps.at(-1) === 'number') return []
    const kind = textOf(manifest.body['kind'])
    const found = this.byKeys.get(JSON.stringify(steps.filter((step) => typeof step === 'string'))) ?? []
    return found.filter(({document}) => {
      const kinds = this.kinds.get(document)
      return kinds === undefined || kinds.some((value) => value.includes('{{') || unquoted(value) === kind)
    })
  }

  private ofScalar(found: readonly TemplateField[], {text}: ScalarNode): Origin | undefined {
    const {template: file} = this
    const field = onlyOf(found)
    if (field?.value.includes('{{') === true) {
      const path = valuePath(/^["']?\{\{-?\s*(\$?\.Values\.[\w.]+)(?:\s*\|\s*(?:quote|squote|int|int64|toString))*\s*-?\}\}["']?$/.exec(field.value)?.[1])
      return (path && this.inValues(path, text)) ?? {file, span: field.valueSpan, isExact: false}
    }
    if (found.some(({value}) => value.includes('{{'))) return undefined
    const same = onlyOf(found.filter(({value}) => unquoted(value) === text))
    return same && {file, span: same.valueSpan, isExact: true}
  }

  /** Finds a field that `toYaml` prints below a key of the template, at the same relative path in the values. */
  private inPrintedValues(place: RenderedPlace, content: Node | undefined): Origin | undefined {
    if (content?.kind !== 'scalar') return undefined
    const {steps} = place
    for (let length = steps.length - 1; length > 0; length--) {
      const field = onlyOf(this.fieldsAt(steps.slice(0, length), place))
      if (field === undefined) continue
      const path = printedValues(field)
      return path && this.inValues([...path, ...steps.slice(length)], content.text)
    }
    return undefined
  }

  /** Finds the place in the last values file that sets a path, if its value equals the rendered one. */
  private inValues(path: Steps, text: string): Origin | undefined {
    for (const {file, root} of this.values.toReversed()) {
      const node = root && nodeAt(root, path)
      if (root === undefined || node === undefined) continue
      const content = contentOf(node)
      return content.kind === 'scalar' && content.text === text ? {file, span: locate(file, root, path), isExact: true} : undefined
    }
    return undefined
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}

/** Returns the path of the values that an action prints below a field: `{{ toYaml .Values.resources | nindent 12 }}`, or that of the `with` around it. */
function printedValues({previous, value, next}: TemplateField): string[] | undefined {
  const reference = /^\{\{-?\s*toYaml\s+(\.|\$?\.Values\.[\w.]+)\s*\|\s*n?indent\s+\d+\s*-?\}\}$/.exec(value || next)?.[1]
  return valuePath(reference === '.' ? /^\{\{-?\s*with\s+(\$?\.Values\.[\w.]+)\s*-?\}\}$/.exec(previous)?.[1] : reference)
}

const valuePath = (expression: string | undefined): string[] | undefined => expression?.replace(/^\$?\.Values\./, '').split('.')

const onlyOf = <T>(found: readonly T[]): T | undefined => found.length === 1 ? found[0] : undefined

const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/, '$2')
