import {resolve} from 'node:path'

import {textOf} from '../../machinery/json-value.js'
import type {Kustomization} from '../kustomization.js'
import {itemsOf} from '../kustomization-fields.js'
import {patchesOf} from '../patch.js'
import type {DeployedFolder} from './deployed-folders.js'

/** A folder that Flux or Argo CD deploys, as Kustomize would: Flux makes a kustomization of it. */
export interface Deployer extends Pick<DeployedFolder, 'isRecursive' | 'isOfFlux'> {
  readonly kustomization: Kustomization
  /** True where the namespaces of plain files are those of the kustomization: it is certain who deploys which of them. */
  readonly isCertain: boolean
}

/** What a folder is deployed with. A namespace counts only where it is certain that the folder is meant. */
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
