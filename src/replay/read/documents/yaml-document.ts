import {contentOf, type Node} from '../../../source/node.js'
import {readDocuments} from '../../../source/read-documents.js'
import {SourceFile} from '../../../source/source-file.js'

/** The value of a YAML document, and its first line; the text begins on line 1. */
export interface YamlValue {
  readonly line: number
  readonly value: unknown
  /** The lines on which the items of the list in it begin. */
  readonly itemLines: readonly number[]
}

/** A document that cannot be read. */
export interface UnreadableYaml {
  readonly line: number
  readonly reason: string
}

export const isUnreadable = (found: YamlValue | UnreadableYaml): found is UnreadableYaml => 'reason' in found

/** Reads YAML documents, and omits empty ones. */
export function yamlValues(path: string, text: string): (YamlValue | UnreadableYaml)[] {
  const file = new SourceFile(path, text)
  return readDocuments(file).map(({start, root, value, problems: [problem]}) => {
    if (problem !== undefined) return {line: file.position(problem.start).line, reason: problem.message}
    const line = file.position(root?.start ?? start).line
    return {line, value, itemLines: itemsOf(root).map((item) => file.position(item.start).line)}
  })
}

function itemsOf(root: Node | undefined): readonly Node[] {
  const content = root && contentOf(root)
  if (content?.kind === 'sequence') return content.items
  const list = content?.kind === 'mapping' ? content.entries.find(({name}) => name === 'items')?.value : undefined
  const items = list && contentOf(list)
  return items?.kind === 'sequence' ? items.items : []
}
