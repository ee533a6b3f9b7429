import {resolve} from 'node:path'

import {textOf} from '../../machinery/go/json-value.js'
import {itemsOf} from '../kustomization-fields.js'
import type {Kustomization} from '../kustomization.js'
import {patchesOf} from '../patch.js'
import type {DeployedFolder} from './deployed-folders.js'

/** A folder that Flux or Argo CD deploys, represented as a kustomization: Flux generates one for it. */
export interface Deployer extends Pick<DeployedFolder, 'isRecursive' | 'isOfFlux'> {
  readonly kustomization: Kustomization
  /** True if plain files certainly get the namespace of the kustomization: this folder is deployed, with all its files. */
  readonly isCertain: boolean
}

/** Returns the deployer of a folder. Ignores the namespace if another repository may be deployed instead. */
export function deployerOf({file, folder, changes, isOwn, isWhole, isRecursive, isOfFlux, namespace, defaultNamespace}: DeployedFolder): Deployer {
  const components = itemsOf(changes['components']).map((path) => ({path: resolve(folder, textOf(path)), field: 'components', line: 1}))
  return {
    isRecursive, isOfFlux, isCertain: isOwn && isWhole,
    kustomization: {
      file, folder, id: [folder, namespace, defaultNamespace].join('\0'), isDeployed: true, value: changes,
      resources: [], components, patchFiles: [], inputs: [], patches: patchesOf(changes, folder),
      ...isOwn ? {namespace, defaultNamespace: isWhole ? defaultNamespace : undefined} : {namespace: undefined},
    },
  }
}
