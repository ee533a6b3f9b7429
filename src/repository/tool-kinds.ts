import {isObject, textOf} from '../machinery/go/json-value.js'
import {apiResources} from '../machinery/schema/api-tables.js'
import {designKinds} from '../machinery/schema/design-tables.js'
import {isCustomGroup, parseApiVersion, servedResource} from '../machinery/schema/rest-mapper.js'
import {nearest} from '../manifests/nearest.js'
import {testGroup} from '../test-file/test-file-name.js'

/** An API group whose documents only a tool reads: no API server serves them. */
interface ToolKind {
  readonly group: string
  /** The kinds that only the tool reads; by default all of the group. */
  readonly kinds?: readonly string[]
  readonly tool: string
}

/** One entry for each group. Groups that clusters serve, too, list the kinds that clusters do not. */
const toolKinds: readonly ToolKind[] = [
  {group: 'apiserver.config.k8s.io', tool: 'kube-apiserver configuration', kinds: [
    'EncryptionConfiguration', 'EncryptionConfig', 'AuthenticationConfiguration', 'AuthorizationConfiguration', 'TracingConfiguration', 'EgressSelectorConfiguration',
  ]},
  {group: 'audit.k8s.io', tool: 'audit policy of kube-apiserver', kinds: ['Policy']},
  {group: 'backstage.io', tool: 'Backstage catalog'},
  {group: 'chainsaw.kyverno.io', tool: 'Chainsaw test'},
  {group: 'cli.kyverno.io', tool: 'Kyverno CLI test'},
  {group: 'client.authentication.k8s.io', tool: 'kubectl credentials'},
  {group: 'config.kubernetes.io', tool: 'KRM function input'},
  {group: 'config.kwok.x-k8s.io', tool: 'kwok configuration'},
  {group: 'controller-runtime.sigs.k8s.io', tool: 'controller manager configuration', kinds: ['ControllerManagerConfig']},
  {group: 'credentialprovider.kubelet.k8s.io', tool: 'kubelet credentials'},
  {group: 'ctlptl.dev', tool: 'ctlptl configuration'},
  {group: 'eksctl.io', tool: 'eksctl configuration'},
  {group: 'fn.kpt.dev', tool: 'kpt function configuration'},
  {group: 'garden.io', tool: 'Garden configuration'},
  {group: 'imgpkg.carvel.dev', tool: 'imgpkg configuration'},
  {group: 'k0sctl.k0sproject.io', tool: 'k0sctl configuration'},
  {group: 'k3d.io', tool: 'k3d configuration'},
  {group: 'kapp.k14s.io', tool: 'kapp configuration', kinds: ['Config']},
  {group: 'kbld.k14s.io', tool: 'kbld configuration'},
  {group: 'kctrl.carvel.dev', tool: 'kctrl configuration'},
  {group: 'kind.x-k8s.io', tool: 'kind configuration'},
  {group: 'kops.k8s.io', tool: 'kops configuration'},
  {group: 'kpt.dev', tool: 'kpt package', kinds: ['Kptfile']},
  {group: 'krew.googlecontainertools.github.com', tool: 'krew plugin'},
  {group: 'kubeadm.k8s.io', tool: 'kubeadm configuration'},
  {group: 'kubecontrollermanager.config.k8s.io', tool: 'kube-controller-manager configuration'},
  {group: 'kubectl.config.k8s.io', tool: 'kubectl preferences'},
  {group: 'kubelet.config.k8s.io', tool: 'kubelet configuration'},
  {group: 'kubeone.k8c.io', tool: 'KubeOne configuration'},
  {group: 'kubeone.io', tool: 'KubeOne configuration'},
  {group: 'kubeproxy.config.k8s.io', tool: 'kube-proxy configuration'},
  {group: 'kubescheduler.config.k8s.io', tool: 'kube-scheduler configuration'},
  {group: 'kudo.dev', tool: 'kuttl test', kinds: ['TestSuite', 'TestStep', 'TestAssert', 'TestFile']},
  {group: 'kustomize.config.k8s.io', tool: 'Kustomize'},
  {group: 'kuttl.dev', tool: 'kuttl test'},
  {group: 'openslo', tool: 'OpenSLO'},
  {group: 'scaffolder.backstage.io', tool: 'Backstage template'},
  {group: 'score.dev', tool: 'Score workload'},
  {group: 'scorecard.operatorframework.io', tool: 'operator scorecard'},
  {group: 'skaffold', tool: 'Skaffold configuration'},
  {group: 'tanka.dev', tool: 'Tanka environment'},
  {group: 'test.gatekeeper.sh', tool: 'gator test'},
  {group: testGroup, tool: 'kadm test'},
  {group: 'tilt.dev', tool: 'Tilt configuration'},
  {group: 'vendir.k14s.io', tool: 'vendir configuration'},
  {group: 'viaduct.ai', tool: 'ksops generator'},
]

const byGroup = new Map(toolKinds.map((entry) => [entry.group, entry]))

/** Documents without a group that no API server serves. One of the fields identifies the tool. */
const coreTools: readonly {readonly apiVersion: string, readonly kinds: readonly string[], readonly fields: readonly string[], readonly tool: string}[] = [
  {apiVersion: 'v1', kinds: ['Config'], fields: ['clusters', 'contexts', 'users', 'current-context', 'preferences'], tool: 'kubeconfig'},
  {apiVersion: 'v1', kinds: ['APIGroup', 'APIGroupList', 'APIResourceList'], fields: ['groups', 'resources', 'versions'], tool: 'discovery document of an API server'},
  {apiVersion: 'v1', kinds: ['Template'], fields: ['objects', 'parameters'], tool: 'OpenShift template'},
  {apiVersion: 'v3', kinds: ['service', 'system', 'datastore', 'queue', 'endpoint', 'api', 'frontend', 'library'], fields: ['metadata'], tool: 'Datadog catalog'},
]

/** Returns true for a `v1` kind that may be a tool's: its document must be parsed. */
export const isCoreToolKind = (kind: string): boolean => coreTools.some(({apiVersion, kinds}) => apiVersion === 'v1' && kinds.includes(kind))

/** The apiVersion of Kustomize's own transformers and generators. */
const builtin = 'builtin'

/** The annotations of functions that only a tool runs, and of objects that are never applied. */
const localAnnotations = ['config.kubernetes.io/local-config', 'config.kubernetes.io/function', 'config.k8s.io/function']

/** Returns true for a group in the table: its documents must be parsed. */
export const isToolGroup = (group: string): boolean => byGroup.has(group)

/** Returns true if a text with custom kinds must be parsed: it has no metadata, or annotations that may mark it as a tool's. */
export const mayBeForTools = (text: string): boolean => !text.includes('metadata') || text.includes('config.kubernetes.io/') || text.includes('config.k8s.io/')

/** Returns the tool that reads a document; undefined for an object of a cluster, and without an apiVersion. */
export function toolOf(document: Readonly<Record<string, unknown>>): string | undefined {
  const [apiVersion, kind] = [textOf(document['apiVersion']), textOf(document['kind'])]
  // Fast path: the API server serves the kind.
  if (apiVersion === '' || (kind !== '' && servedResource(apiVersion, kind) !== undefined)) return undefined
  if (apiVersion === builtin) return 'Kustomize transformer'
  const {group, version} = parseApiVersion(apiVersion) ?? {group: '', version: ''}
  const known = byGroup.get(group)
  if (known !== undefined && (known.kinds?.includes(kind) ?? true)) return known.tool
  const core = coreTools.find((tool) =>
    tool.apiVersion === apiVersion && tool.kinds.includes(kind) && tool.fields.some((field) => Object.hasOwn(document, field)))
  if (core !== undefined) return core.tool
  if (isCustomGroup(group)) return toolOfCustomKind(document, group, kind)
  return kind === '' || isServable(group, version, kind) ? undefined : `${apiVersion} ${kind}, which no API server serves`
}

/** A custom object without metadata is a tool's, because objects in a cluster have names. Configurations of the API server are excepted. */
function toolOfCustomKind(document: Readonly<Record<string, unknown>>, group: string, kind: string): string | undefined {
  if (isLocal(document)) return 'KRM function configuration'
  const isOfServer = group.endsWith('.k8s.io') || kind === 'AdmissionConfiguration'
  const isPlugin = kind === 'Configuration' && ['limits', 'limitedResources', 'plugins'].some((field) => Object.hasOwn(document, field))
  const isObject = ['metadata', 'items'].some((field) => Object.hasOwn(document, field))
  return isObject || isOfServer || isPlugin ? undefined : `${kind} without metadata`
}

function isLocal({metadata}: Readonly<Record<string, unknown>>): boolean {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined
  return isObject(annotations) && localAnnotations.some((name) => Object.hasOwn(annotations, name) && annotations[name] !== 'false')
}

/**
 * Returns false if no cluster can serve a document: its group has no dot, which custom resources require
 * (apiextensions `ValidateCustomResourceDefinitionSpec`), and neither the group nor the kind resembles one of Kubernetes.
 */
function isServable(group: string, version: string, kind: string): boolean {
  if (kind.endsWith('Configuration') || isKnownKind(kind) || nearest(kind, [...knownKinds()]) !== undefined) return true
  if (group === '') return /^v1(?:beta\d+)?$/i.test(version)
  const groups = [...new Set(apiResources().map(({apiVersion}) => parseApiVersion(apiVersion)?.group ?? ''))].filter((name) => name !== '')
  return nearest(group, groups) !== undefined
}

let kinds: ReadonlySet<string> | undefined

const knownKinds = (): ReadonlySet<string> => kinds ??= new Set([...apiResources(), ...designKinds].map(({kind}) => kind))

/** Returns true for a kind, or the list of a kind, that any version of Kubernetes has. */
export const isKnownKind = (kind: string): boolean => kind === 'List' || knownKinds().has(kind) || knownKinds().has(kind.replace(/List$/, ''))
