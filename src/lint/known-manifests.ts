import type {KindInfo} from '../cluster/scheme.js'
import type {KubeObject} from '../kinds/kind.js'
import {textOf} from '../machinery/go/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import {KnownDocuments} from '../source/known-documents.js'
import type {KnownDocument} from '../source/source-document.js'
import {checkDocument} from './check-document.js'

/** The names of copies consist of the characters of DNS labels. No longer one is a valid namespace. */
const longestName = 63

/** Remembers manifests without findings, to recognize those that differ from them only in their name and namespace: most namespaces of a repository have such copies. */
export class KnownManifests {
  /** The documents of these manifests. */
  readonly documents = new KnownDocuments()
  private readonly objects = new WeakMap<KnownDocument, KubeObject>()

  /** @param namespace the namespace of objects without one */
  constructor(private readonly namespace: string) {}

  /** Returns the object of a manifest without findings; undefined if it must be checked. Objects of copies share their spec. */
  find({document: {copyOf}, body}: Manifest): KubeObject | undefined {
    const like = copyOf && this.objects.get(copyOf)
    if (like === undefined) return undefined
    const metadata = body['metadata'] as Readonly<Record<string, unknown>>
    const [name, namespace] = [textOf(metadata['name']), textOf(metadata['namespace'])]
    if (name.length > longestName || namespace.length > longestName) return undefined
    return {...like, metadata: {...like.metadata, name, namespace: namespace || this.namespace}}
  }

  /** Remembers a manifest without findings, and its object with defaults. */
  add({definition}: KindInfo, {document, node}: Manifest, object: KubeObject): void {
    if (definition.ignoresName !== true || node !== document.root || checkDocument(document).length > 0) return
    const known = this.documents.add(document)
    if (known !== undefined) this.objects.set(known, object)
  }
}
