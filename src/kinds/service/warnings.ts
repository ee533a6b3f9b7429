import type {Service, ServiceSpec} from '../../machinery/api/core-v1.js'
import {FieldPath} from '../../machinery/field/path.js'
import {cidrWarnings, ipWarnings} from '../../machinery/go/ip.js'
import {topologyHints} from './validate.js'

const path = FieldPath.of('spec')

/** Returns the warnings about a create or update of a service (pkg/api/service `GetWarningsForService`; spec kinds 2.5). */
export function serviceWarnings({metadata, spec = {}}: Service): string[] {
  const {clusterIP, clusterIPs = [], externalIPs = [], loadBalancerIP = '', loadBalancerSourceRanges = []} = spec
  const isHeadless = spec.type === 'ClusterIP' && clusterIP === 'None'
  return [
    ...when(metadata.annotations?.[topologyHints] !== undefined,
      `annotation ${topologyHints} is deprecated, please use service.kubernetes.io/topology-mode instead`),
    ...clusterIP === 'None' ? [] : clusterIPs.flatMap((address, i) => ipWarnings(address, path.child('clusterIPs').index(i))),
    ...isHeadless ? headlessWarnings(spec) : [],
    ...externalIPs.flatMap((address, i) => ipWarnings(address, path.child('externalIPs').index(i))),
    ...when(externalIPs.length > 0 && !isHeadless && spec.type !== 'ExternalName',
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters'),
    ...ipWarnings(loadBalancerIP, path.child('loadBalancerIP')),
    ...loadBalancerSourceRanges.flatMap((range, i) => cidrWarnings(range, path.child('loadBalancerSourceRanges').index(i))),
    ...typeWarnings(spec),
    ...when(spec.trafficDistribution === 'PreferClose', 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'),
  ]
}

const when = (condition: boolean, text: string): string[] => condition ? [text] : []

const headlessWarnings = ({loadBalancerIP, externalIPs = [], sessionAffinity}: ServiceSpec): string[] => [
  ...when(Boolean(loadBalancerIP), 'spec.loadBalancerIP is ignored for headless services'),
  ...when(externalIPs.length > 0, 'spec.externalIPs is ignored for headless services'),
  ...when(sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services'),
]

const typeWarnings = ({type, externalIPs = [], externalName = ''}: ServiceSpec): string[] => type === 'ExternalName'
  ? when(externalIPs.length > 0, 'spec.externalIPs is ignored when spec.type is "ExternalName"')
  : when(externalName !== '', 'spec.externalName is ignored when spec.type is not "ExternalName"')
