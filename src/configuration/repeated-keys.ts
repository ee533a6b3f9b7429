import {quote} from '../machinery/go/text.js'
import {contentOf, type MappingEntry, type MappingNode, type Node} from '../source/node.js'
import type {SourceFile, Span} from '../source/source-file.js'

/** A key that its map has already. */
export interface RepeatedKey {
  readonly name: string
  readonly key: Span
  /** go-yaml's text, with the line of the value. */
  readonly message: string
}

/**
 * The keys that go-yaml finds repeated when it is strict: also those that override a merged one, and those of an aliased map each
 * time it is used (go-yaml `decoder.mapping`; sigs.k8s.io/yaml `YAMLToJSONStrict`; spec eventratelimit 2.1).
 */
export function repeatedKeys(file: SourceFile, root: Node): RepeatedKey[] {
  const found: RepeatedKey[] = []
  visit(root)
  return found

  function visit(node: Node): void {
    const content = contentOf(node)
    if (content.kind === 'sequence') content.items.forEach(visit)
    else if (content.kind === 'mapping') fill(new Set(), content)
  }

  function fill(seen: Set<string>, node: MappingNode): void {
    for (const entry of node.entries) {
      if (entry.merge) merge(seen, entry.value)
      else set(seen, entry)
    }
  }

  /** The maps of a list are merged from the last to the first. */
  function merge(seen: Set<string>, source: Node): void {
    const content = contentOf(source)
    if (content.kind === 'sequence') for (const item of content.items.toReversed()) merge(seen, item)
    else if (content.kind === 'mapping') fill(seen, content)
  }

  function set(seen: Set<string>, {key, name, value}: MappingEntry): void {
    visit(value)
    const content = contentOf(key)
    const printed = content.kind === 'scalar' && typeof content.value === 'string' ? quote(name) : name
    if (seen.has(printed)) found.push({name, key, message: `line ${file.position(value.start).line}: key ${printed} already set in map`})
    seen.add(printed)
  }
}
