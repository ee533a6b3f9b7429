import type {Manifest} from '../../manifests/manifest.js'
import {apiServerPod} from './api-server-pod.js'
import type {ApiServer} from './api-server.js'
import {kubeadmApiServer} from './kubeadm.js'

/** The API server that a manifest sets up: a pod that runs it, or a ClusterConfiguration of kubeadm. Undefined for any other object. */
export const apiServerOf = (manifest: Manifest): ApiServer | undefined => apiServerPod(manifest) ?? kubeadmApiServer(manifest)
