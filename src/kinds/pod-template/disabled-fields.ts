import type {PodTemplateSpec} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import {dropDisabledFields} from '../pod/spec/disabled-fields.js'

/** A template without the fields whose feature gates are off by default (pkg/api/pod `DropDisabledTemplateFields`; spec pod 3). */
export function dropDisabledTemplateFields(template: PodTemplateSpec, version = defaultVersion): PodTemplateSpec {
  const {spec} = template
  return spec === undefined ? template : assign<PodTemplateSpec>(template, {spec: dropDisabledFields(spec, version)})
}
