import type {PluginFlags} from '../../admission/plugin-flags.js'
import {isDeepEqual} from '../../machinery/collections/deep-equal.js'
import {locate, type Steps} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import {readManifests} from '../../manifests/read-manifests.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {apiServerPod} from './api-server-pod.js'
import type {ApiServer} from './api-server.js'
import {kubeadmApiServer} from './kubeadm.js'
import {type ReadServerFlags, readServerFlags, type ServerFlags} from './server-flags.js'

/** An API server that a manifest among others sets up, with its flags. */
export interface FoundApiServer extends ApiServer, ReadServerFlags {}

/** Finds the API servers that files set up: static pod manifests, pods of a cluster, and ClusterConfigurations of kubeadm. */
export const findApiServers = (files: readonly SourceFile[]): FoundApiServer[] =>
  // Most files need not be read for that.
  files.filter(({text}) => /kube-apiserver|kubeadm\.k8s\.io/.test(text)).flatMap((file) => readManifests(file).flatMap(({manifest, problems}) => {
    const server = manifest !== undefined && problems.length === 0 ? apiServerOf(manifest) : undefined
    return server === undefined ? [] : [{...server, ...readServerFlags(server.args)}]
  }))

/** Two API servers whose flags say different things of what kadm emulates; undefined where all say the same, as in one control plane. */
export function conflictingApiServers(found: readonly FoundApiServer[]): readonly [FoundApiServer, FoundApiServer] | undefined {
  const [first, ...others] = found
  const other = first && others.find(({flags}) => !isDeepEqual(comparable(flags), comparable(first.flags)))
  return first && other && [first, other]
}

/** Flags without the order of what has none. */
function comparable({plugins, featureGates, runtimeConfig, ...others}: ServerFlags): object {
  const {enableAdmissionPlugins, disableAdmissionPlugins, admissionControl} = plugins
  const lists = [enableAdmissionPlugins, disableAdmissionPlugins, admissionControl, featureGates, runtimeConfig]
  return {...others, lists: lists.map((list) => list && [...new Set(list)].sort())}
}

/** The file and span of a field in the manifest of an API server. */
export const placeIn = ({manifest: {document: {file}, node}}: ApiServer, steps: Steps): {readonly file: SourceFile, readonly span: Span} =>
  ({file, span: locate(file, node, steps)})

/** The plugin flags of a server without the plugins of some names. */
export const withoutPlugins = ({enableAdmissionPlugins, ...flags}: PluginFlags, names: readonly string[]): PluginFlags =>
  ({...flags, ...enableAdmissionPlugins && {enableAdmissionPlugins: enableAdmissionPlugins.filter((name) => !names.includes(name))}})

/** The API server that a manifest sets up: a pod that runs it, or a ClusterConfiguration of kubeadm. Undefined for any other object. */
export const apiServerOf = (manifest: Manifest): ApiServer | undefined => apiServerPod(manifest) ?? kubeadmApiServer(manifest)
