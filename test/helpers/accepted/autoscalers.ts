import type {Body} from '../builders.js'
import type {AcceptedTable} from './accepted.js'

const scaleTargetRef = {apiVersion: 'apps/v1', kind: 'Deployment', name: 'x'}

const autoscaler = (spec: Body, version = 'v2'): Body =>
  ({apiVersion: `autoscaling/${version}`, kind: 'HorizontalPodAutoscaler', metadata: {name: 'x'}, spec: {scaleTargetRef, maxReplicas: 3, ...spec}})

const policy = (periodSeconds: number): Body => ({type: 'Percent', value: 10, periodSeconds})

const averageValue = {type: 'AverageValue', averageValue: '100m'}

const metric = {name: 'requests'}

/** HorizontalPodAutoscalers of both versions. */
export const acceptedAutoscalers: AcceptedTable = {
  'a HorizontalPodAutoscaler with behavior': {
    object: autoscaler({
      minReplicas: 2,
      behavior: {
        scaleUp: {policies: [policy(15)], selectPolicy: 'Min', stabilizationWindowSeconds: 60},
        scaleDown: {policies: [policy(1800)]},
      },
    }),
    stored: {spec: {
      minReplicas: 2,
      behavior: {scaleUp: {selectPolicy: 'Min', stabilizationWindowSeconds: 60}, scaleDown: {selectPolicy: 'Max', policies: [policy(1800)]}},
      metrics: [{type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 80}}}],
    }},
  },
  'a HorizontalPodAutoscaler with average values of all types of metrics': {
    object: autoscaler({metrics: [
      {type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 1}}},
      {type: 'ContainerResource', containerResource: {name: 'cpu', container: 'app', target: averageValue}},
      {type: 'ContainerResource', containerResource: {name: 'memory', container: 'app', target: {...averageValue, value: '1'}}},
      {type: 'External', external: {metric, target: averageValue}},
      {type: 'Object', object: {metric, describedObject: {apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'x'}, target: averageValue}},
      {type: 'Pods', pods: {metric, target: {...averageValue, value: '1'}}},
    ]}),
    stored: {spec: {minReplicas: 1}, status: {currentMetrics: null, desiredReplicas: 0}},
  },
  'a HorizontalPodAutoscaler in autoscaling/v1': {
    object: autoscaler({minReplicas: 2, targetCPUUtilizationPercentage: 50}, 'v1'),
    stored: {spec: {minReplicas: 2, targetCPUUtilizationPercentage: 50}, status: {currentReplicas: 0, desiredReplicas: 0}},
  },
}
