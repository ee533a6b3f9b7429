import type {JsonValue} from './json-value.js'
import {contentOf, type MappingNode, type Node} from './node.js'

type Values = Record<string, JsonValue>

/**
 * The JSON that kubectl would send for a node of a document without problems: the last of repeated keys wins, merge keys are
 * applied in place, and the value of an alias is built once and shared.
 */
export function toValue(node: Node): JsonValue {
  return new Evaluation().valueOf(node)
}

class Evaluation {
  private shared: Map<Node, JsonValue> | undefined

  valueOf(node: Node): JsonValue {
    switch (node.kind) {
      case 'scalar': return node.value
      case 'sequence': return node.items.map((item) => this.valueOf(item))
      case 'mapping': return this.fill({}, node)
      case 'alias': return this.sharedValueOf(node.target)
    }
  }

  private sharedValueOf(node: Node): JsonValue {
    const shared = this.shared ??= new Map<Node, JsonValue>()
    let value = shared.get(node)
    if (value === undefined) shared.set(node, value = this.valueOf(node))
    return value
  }

  private fill(values: Values, node: MappingNode): Values {
    for (const entry of node.entries) {
      if (entry.merge) this.merge(values, entry.value)
      else set(values, entry.name, this.valueOf(entry.value))
    }
    return values
  }

  /** The first of several maps wins over the others, but all of them override the keys before the merge key. */
  private merge(values: Values, source: Node): void {
    if (source.kind === 'sequence') for (const item of source.items.toReversed()) this.merge(values, item)
    else if (source.kind === 'mapping') this.fill(values, source)
    else for (const [key, value] of Object.entries(this.valueOf(contentOf(source)) as Values)) set(values, key, value)
  }
}

/** Assignment to `__proto__` would change the prototype instead. */
function set(values: Values, key: string, value: JsonValue): void {
  if (key === '__proto__') Object.defineProperty(values, key, {value, enumerable: true, configurable: true, writable: true})
  else values[key] = value
}
