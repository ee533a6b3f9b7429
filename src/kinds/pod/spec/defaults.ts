import type {Container, EnvVar, HTTPGetAction, Lifecycle, LifecycleHandler, PodSpec, Probe} from '../../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {deriveShared} from '../../../machinery/collections/shared.js'
import {withAbsentFilled, withZeroFilled} from '../../shared/fill.js'
import {defaultPullPolicy} from '../containers/image-name.js'
import {roundResources} from '../resources/defaults.js'
import {setFieldRef, setResourceFieldRef, setVolumeDefaults} from '../volumes/defaults.js'

const namedDefaults = {dnsPolicy: 'ClusterFirst', restartPolicy: 'Always', schedulerName: 'default-scheduler'}

/**
 * Sets the defaults common to pods and pod templates (core/v1 `SetDefaults_PodSpec` and those of
 * its parts; spec pod 2). Defaults for pods only are in `setPodDefaults`.
 */
export const setPodSpecDefaults = deriveShared((spec: PodSpec): PodSpec => {
  const account = spec.serviceAccountName || spec.serviceAccount
  const filled = withAbsentFilled(withZeroFilled(spec, namedDefaults), {securityContext: {}, terminationGracePeriodSeconds: 30})
  return roundResources(assign<PodSpec>(filled, {
    ...account && {serviceAccountName: account, serviceAccount: account},
    ...spec.volumes && {volumes: mapItems(spec.volumes, setVolumeDefaults)},
    ...setContainerLists(spec),
  }))
})

const setContainerLists = ({initContainers, containers, ephemeralContainers}: PodSpec): Partial<PodSpec> => ({
  ...initContainers && {initContainers: mapItems(initContainers, setContainerDefaults)},
  ...containers && {containers: mapItems(containers, setContainerDefaults)},
  ...ephemeralContainers && {ephemeralContainers: mapItems(ephemeralContainers, setContainerDefaults)},
})

const terminationDefaults = {terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File'}

function setContainerDefaults(container: Container): Container {
  const {image = '', ports, env, livenessProbe, readinessProbe, startupProbe, lifecycle, resources = {}} = container
  return assign<Container>(withZeroFilled(container, terminationDefaults), {
    imagePullPolicy: container.imagePullPolicy || defaultPullPolicy(image),
    resources,
    ...ports && {ports: mapItems(ports, (port) => withZeroFilled(port, {protocol: 'TCP'}))},
    ...env && {env: mapItems(env, setEnvDefaults)},
    ...livenessProbe && {livenessProbe: setProbeDefaults(livenessProbe)},
    ...readinessProbe && {readinessProbe: setProbeDefaults(readinessProbe)},
    ...startupProbe && {startupProbe: setProbeDefaults(startupProbe)},
    ...lifecycle && {lifecycle: setLifecycleDefaults(lifecycle)},
  })
}

function setEnvDefaults(variable: EnvVar): EnvVar {
  const {valueFrom} = variable
  if (valueFrom === undefined) return variable
  const {fieldRef, resourceFieldRef, fileKeyRef} = valueFrom
  return assign<EnvVar>(variable, {
    valueFrom: assign<typeof valueFrom>(valueFrom, {
      ...fieldRef && {fieldRef: setFieldRef(fieldRef)},
      ...resourceFieldRef && {resourceFieldRef: setResourceFieldRef(resourceFieldRef)},
      ...fileKeyRef && {fileKeyRef: withAbsentFilled(fileKeyRef, {optional: false})},
    }),
  })
}

function setProbeDefaults(probe: Probe): Probe {
  const {httpGet, grpc} = probe
  return assign<Probe>(withZeroFilled(probe, {timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3}), {
    ...httpGet && {httpGet: setHttpGetDefaults(httpGet)},
    ...grpc && {grpc: withAbsentFilled(grpc, {service: ''})},
  })
}

const setHttpGetDefaults = (action: HTTPGetAction): HTTPGetAction => withZeroFilled(action, {path: '/', scheme: 'HTTP'})

function setLifecycleDefaults(lifecycle: Lifecycle): Lifecycle {
  const {postStart, preStop} = lifecycle
  return assign<Lifecycle>(lifecycle, {
    ...postStart && {postStart: setHandlerDefaults(postStart)},
    ...preStop && {preStop: setHandlerDefaults(preStop)},
  })
}

const setHandlerDefaults = (handler: LifecycleHandler): LifecycleHandler => assign<LifecycleHandler>(handler, {
  ...handler.httpGet && {httpGet: setHttpGetDefaults(handler.httpGet)},
  ...handler.sleep && {sleep: withAbsentFilled(handler.sleep, {seconds: 0})},
})
