import {isObject} from '../machinery/go/json-value.js'
import type {JsonValue} from '../source/json-value.js'
import {contentOf, type Node} from '../source/node.js'
import {toValue} from '../source/to-value.js'

/** The name of a parameter. */
export const parameterName = /^[A-Za-z][\w.-]*$/

/** A text that is only a reference to a parameter. The form is that of Kubernetes' references to environment variables. */
const onlyReference = /^\$\(([A-Za-z][\w.-]*)\)$/

/** References in a text, and escaped dollar signs. */
const references = /\$\$|\$\(([A-Za-z][\w.-]*)\)/g

/** Maximum number of characters that references add to one row. Beyond it, references stay as they are. */
const maxAdded = 2 ** 20

/** The parameters of a row of a table test. As in Kubernetes, `$$` is a dollar sign, and references to unknown names stay. */
export class Parameters {
  private added = 0

  constructor(private readonly nodes: ReadonlyMap<string, Node>) {}

  static readonly none = new Parameters(new Map())

  /** True if references were left because the row would become too large. */
  get isExhausted(): boolean {
    return this.added > maxAdded
  }

  /** Returns the node of the parameter if a node is only a reference to one, otherwise the node itself. */
  resolved(node: Node): Node {
    const content = contentOf(node)
    return content.kind === 'scalar' ? this.nodes.get(onlyReference.exec(content.text)?.[1] ?? '') ?? node : node
  }

  /** Replaces the references in a text. */
  inText(text: string): string {
    return this.nodes.size === 0 ? text : text.replace(references, (reference, name?: string) => {
      if (name === undefined) return '$'
      const node = this.nodes.get(name)
      return node === undefined ? reference : this.charged(textOf(node)) ?? reference
    })
  }

  /** Replaces the references in all texts of a value. A text that is only a reference becomes the value of the parameter. */
  inValue(value: JsonValue): JsonValue {
    if (this.nodes.size === 0) return value
    if (typeof value === 'string') return this.inScalar(value)
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.inValue(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.inText(key), this.inValue(item)]))
  }

  private inScalar(text: string): JsonValue {
    const node = this.nodes.get(onlyReference.exec(text)?.[1] ?? '')
    if (node === undefined) return this.inText(text)
    return this.charged(textOf(node)) === undefined ? text : toValue(node)
  }

  /** Counts a text that is added; undefined if there is no room for it. */
  private charged(text: string): string | undefined {
    this.added += text.length
    return this.isExhausted ? undefined : text
  }
}

function textOf(node: Node): string {
  const content = contentOf(node)
  return content.kind === 'scalar' ? content.text : JSON.stringify(toValue(node), (_, value: unknown) => typeof value === 'bigint' ? String(value) : value)
}
