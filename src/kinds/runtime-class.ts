import {invalid, required} from '../machinery/field-error.js'
import {FieldPath} from '../machinery/field-path.js'
import {dns1123Label} from '../machinery/names.js'
import type {ResourceList} from '../machinery/resource-list.js'
import type {KindDefinition, KubeObject} from './kind.js'
import type {Toleration} from './pod/types.js'
import {validateContainerResourceName} from './resource-names.js'
import {validateResourceRequirements} from './resources.js'

export interface RuntimeClass extends KubeObject {
  readonly handler?: string
  readonly overhead?: {readonly podFixed?: ResourceList}
  readonly scheduling?: {
    readonly nodeSelector?: Readonly<Record<string, string>>
    readonly tolerations?: readonly Toleration[]
  }
}

const handlerPath = FieldPath.of('handler')

/** RuntimeClass, without the rules for its node selector and tolerations (kinds spec 12). */
export const runtimeClass: KindDefinition<RuntimeClass> = {
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',

  validate: ({handler = '', overhead}) => [
    ...handler === '' ? [required(handlerPath, '', 'runtime-class/handler')]
      : dns1123Label(handler).map((fault) => invalid(handlerPath, handler, fault, 'runtime-class/handler')),
    ...overhead?.podFixed === undefined ? []
      : validateResourceRequirements({limits: overhead.podFixed}, validateContainerResourceName, FieldPath.of('overhead')),
  ],

  validateUpdate: ({handler}, old) => handler === old.handler ? [] : [invalid(handlerPath, handler, 'field is immutable', 'runtime-class/immutable')],
}
