import type {Body} from './builders.js'
import {at} from './test-cluster.js'

/** The resources of a container of a pod. */
export const podResource = (object: Body, list: 'containers' | 'initContainers', position: number): unknown => at(object, `spec.${list}.${position}.resources`)
