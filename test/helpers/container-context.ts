import type {ContainerContext} from '../../src/kinds/pod/containers/validate-container.js'
import {claimNames} from '../../src/kinds/pod/resources/resource-claims.js'
import type {PodSpec} from '../../src/machinery/api/core-v1.js'
import {defaultVersion} from '../../src/machinery/version/kubernetes-version.js'

/** A spec, with the context of its containers' rules; all volumes are valid. */
export const contextOf = (spec: PodSpec): [PodSpec, ContainerContext] => [spec, {
  volumes: new Map((spec.volumes ?? []).map((volume) => [volume.name ?? '', volume])),
  claims: claimNames(spec.resourceClaims),
  hostUsers: spec.hostUsers !== false,
  restartPolicy: spec.restartPolicy,
  isSysAdminKept: false,
  gracePeriod: spec.terminationGracePeriodSeconds ?? 30,
  version: defaultVersion,
}]
