import {app, type Body, Manifest, type Resources} from './builders.js'

const template = (name: string, resources?: Resources, spec: Body = {}): Body =>
  ({metadata: {labels: {app: name}}, spec: {containers: [app(resources)], ...spec}})

const selecting = (name: string): Body => ({selector: {matchLabels: {app: name}}})

/** A workload with the pods of one container `app`. */
export const deployment = (name: string, replicas: number, resources?: Resources, spec: Body = {}): Manifest => new Manifest({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name}, spec: {replicas, ...selecting(name), template: template(name, resources), ...spec},
})

/** A StatefulSet with a claim of this storage for each pod. */
export const statefulSet = (name: string, replicas: number, storage: string, resources?: Resources): Manifest => new Manifest({
  apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: {name},
  spec: {
    replicas, serviceName: name, ...selecting(name), template: template(name, resources),
    volumeClaimTemplates: [{metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage}}}}],
  },
})

export const daemonSet = (name: string, resources?: Resources, spec: Body = {}): Manifest => new Manifest({
  apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: {name}, spec: {...selecting(name), template: template(name, resources), ...spec},
})

export const job = (name: string, spec: Body, resources?: Resources): Manifest => new Manifest({
  apiVersion: 'batch/v1', kind: 'Job', metadata: {name}, spec: {template: template(name, resources, {restartPolicy: 'Never'}), ...spec},
})

/** An autoscaler of the Deployment of the same name. */
export const autoscaler = (name: string, minReplicas: number, maxReplicas: number): Manifest => new Manifest({
  apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name},
  spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name}, minReplicas, maxReplicas},
})
