import type {AnyKind} from '../../kinds/kind.js'
import {namespace as namespaceKind} from '../../kinds/namespace/index.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {quote} from '../../machinery/go/text.js'
import {locate} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import {nearest} from '../../manifests/nearest.js'
import type {CheckedObject} from '../check-manifest.js'
import type {Diagnostic} from '../diagnostic.js'
import type {LazyObject} from '../lazy-object.js'

/** The namespaces that every cluster has. */
const always: readonly string[] = ['default', 'kube-system', 'kube-public', 'kube-node-lease']

const namespaceSteps = ['metadata', 'namespace']

/** Finds policies for namespaces that no manifest declares, where manifests declare others. */
export class UndeclaredNamespaces {
  private readonly declared = new Set<string>(always)
  private readonly policies: LazyObject[] = []

  /** Takes an object that the server would take: it may declare a namespace. */
  visit({object: {metadata: {name = ''}}, definition}: CheckedObject): void {
    if (definition === namespaceKind as AnyKind) this.declared.add(name)
  }

  /** Takes a policy that the server would take, with how it is written. */
  add(policy: LazyObject, manifest: Manifest): void {
    if (namesNamespace(manifest)) this.policies.push(policy)
  }

  diagnostics(): Diagnostic[] {
    const names = [...this.declared].filter((name) => !always.includes(name))
    if (names.length === 0) return []
    return this.policies.filter(({object}) => !this.declared.has(object.metadata.namespace ?? '')).map((checked) => undeclared(checked, names))
  }
}

function namesNamespace({body: {metadata}}: Manifest): boolean {
  return isObject(metadata) && textOf(metadata['namespace']) !== ''
}

function undeclared({object, file, manifest: {node}}: LazyObject, declared: readonly string[]): Diagnostic {
  const {apiVersion, kind, metadata: {namespace = '', name = ''}} = object
  const suggested = nearest(namespace, declared)
  return {
    ruleId: 'manifest/undeclared-namespace', severity: 'info', field: namespaceSteps.join('.'), file, span: locate(file, node, namespaceSteps), related: [],
    object: {apiVersion, kind, namespace, name},
    message: `no manifest declares the namespace ${quote(namespace)} of this ${kind}, although others are declared: it must exist before`,
    ...suggested !== undefined && {hint: `write ${quote(suggested)}`},
  }
}
