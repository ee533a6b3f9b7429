import type {KindInfo} from '../cluster/scheme.js'
import {validateMetadata} from '../cluster/validation.js'
import type {KubeObject} from '../kinds/kind.js'
import type {KubernetesVersion} from '../machinery/kubernetes-version.js'
import {isObject} from '../machinery/go/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import type {MappingNode, Node, ScalarNode} from '../source/node.js'

/** Maximum number of manifests to remember, and of characters of each. */
const mostRemembered = 1000
const longest = 5000

/** Remembers manifests without findings, to recognize those that differ from them only in their name and namespace: most namespaces of a repository have such copies. */
export class KnownManifests {
  private readonly objects = new Map<string, KubeObject>()

  /** @param namespace the namespace of objects without one */
  constructor(private readonly namespace: string, private readonly version: KubernetesVersion) {}

  /** Returns the object of a manifest without findings; undefined if it must be checked. Objects of copies share their spec. */
  find({info, manifest}: Known): KubeObject | undefined {
    const template = this.objects.size === 0 ? undefined : templateOf(info, manifest)
    const like = template && this.objects.get(template.text)
    if (template === undefined || like === undefined) return undefined
    const object = {...like, metadata: {...like.metadata, name: template.name, namespace: template.namespace || this.namespace}}
    return validateMetadata(info, object, this.version).length === 0 ? object : undefined
  }

  /** Remembers a manifest without findings, and its object with defaults. */
  add({info, manifest}: Known, object: KubeObject): void {
    const template = templateOf(info, manifest)
    if (template === undefined || template.text.length > longest || mayHaveAlias(template.text)) return
    if (this.objects.size >= mostRemembered) this.objects.clear()
    this.objects.set(template.text, object)
  }
}

interface Known {
  readonly info: KindInfo
  readonly manifest: Manifest
}

/** A manifest in two parts. */
interface Template {
  readonly name: string
  /** Empty if the manifest has none. */
  readonly namespace: string
  /** The text of the manifest without both. */
  readonly text: string
}

/** True if the values of a manifest may depend on the value of an anchor, such as one at its name. */
const mayHaveAlias = (text: string): boolean => text.includes('*')

/** Undefined for a manifest without a text of its own: an item of a list. */
function templateOf({definition}: KindInfo, {document: {file, root}, node, body}: Manifest): Template | undefined {
  if (definition.ignoresName !== true || node !== root || node.kind !== 'mapping') return undefined
  const [metadata, sent] = [valueOf(node, 'metadata'), body['metadata']]
  if (metadata?.kind !== 'mapping' || !isObject(sent)) return undefined
  const [name, namespace] = [valueOf(metadata, 'name'), valueOf(metadata, 'namespace')]
  // A merge key may have replaced them.
  if (!isText(name, sent['name']) || (namespace !== undefined && !isText(namespace, sent['namespace']))) return undefined
  const [first, second] = namespace === undefined ? [name, undefined] : name.start < namespace.start ? [name, namespace] : [namespace, name]
  const [before, after] = [file.slice({start: node.start, end: first.start}), file.slice({start: second?.end ?? first.end, end: node.end})]
  const between = second === undefined ? '' : file.slice({start: first.end, end: second.start})
  // No text of YAML contains a null character.
  return {name: name.value, namespace: namespace?.value ?? '', text: `${before}\0${between}\0${after}`}
}

/** The value of a key, the last one if it is repeated. */
function valueOf({entries}: MappingNode, key: string): Node | undefined {
  let found: Node | undefined
  for (const {name, value} of entries) if (name === key) found = value
  return found
}

const isText = (node: Node | undefined, sent: unknown): node is ScalarNode & {readonly value: string} =>
  node?.kind === 'scalar' && typeof node.value === 'string' && node.value !== '' && node.value === sent
