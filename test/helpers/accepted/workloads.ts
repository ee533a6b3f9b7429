import {type Body, container} from '../builders.js'
import type {AcceptedTable} from './accepted.js'

const labels = {app: 'web'}

const selector = {matchLabels: labels}

const app = container('app', {limits: {cpu: '0.5', memory: '64Mi'}, requests: {cpu: '250m'}})

/** A template with explicit defaults. */
const template = (spec: Body = {}, more: Body = {}): Body =>
  ({metadata: {labels, annotations: {'example.com/checksum': 'a/b c'}}, spec: {containers: [app], restartPolicy: 'Always', ...spec}, ...more})

const storedResources = {limits: {cpu: '500m', memory: '64Mi'}, requests: {cpu: '250m'}}

const storedTemplate = {metadata: {labels}, spec: {containers: [{resources: storedResources}], dnsPolicy: 'ClusterFirst', terminationGracePeriodSeconds: 30, schedulerName: 'default-scheduler'}}

const claim = (spec: Body): Body =>
  ({metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}, ...spec}})

const failurePolicy = {rules: [{action: 'Ignore', onPodConditions: [{type: 'DisruptionTarget', status: 'False'}]}]}

const jobTemplate = {metadata: {labels: {job: 'one'}}, spec: {containers: [app], restartPolicy: 'Never'}}

/** Workloads and PodTemplates. */
export const acceptedWorkloads: AcceptedTable = {
  'a DaemonSet with an annotated template': {
    object: {apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: {name: 'x'}, spec: {selector, template: template()}},
    stored: {spec: {template: storedTemplate, revisionHistoryLimit: 10, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}}},
  },
  'a Deployment with all numeric fields': {
    object: {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'x', annotations: {'deprecated.deployment.rollback.to': '2'}},
      spec: {selector, template: template(), minReadySeconds: 5, progressDeadlineSeconds: 6, revisionHistoryLimit: 0, strategy: {rollingUpdate: {maxUnavailable: '50%'}}},
    },
    stored: {spec: {template: storedTemplate, replicas: 1, progressDeadlineSeconds: 6, strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: '25%', maxUnavailable: '50%'}}}},
  },
  'a ReplicaSet with an annotated template': {
    object: {apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: {name: 'x'}, spec: {selector, template: template()}},
    stored: {spec: {template: storedTemplate, replicas: 1}, status: {replicas: 0}},
  },
  'a ReplicationController with an annotated template': {
    object: {apiVersion: 'v1', kind: 'ReplicationController', metadata: {name: 'x'}, spec: {template: template()}},
    stored: {metadata: {labels}, spec: {template: storedTemplate, selector: labels, replicas: 1}},
  },
  'a StatefulSet with volumes and volumeClaimTemplates': {
    object: {
      apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: {name: 'x'},
      spec: {
        selector, template: template({volumes: [{name: 'shared', persistentVolumeClaim: {claimName: 'shared'}}]}),
        volumeClaimTemplates: [claim({storageClassName: 'gold', volumeMode: 'Block'})],
      },
    },
    stored: {spec: {
      template: storedTemplate, podManagementPolicy: 'OrderedReady', updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 0}},
      volumeClaimTemplates: [{spec: {volumeMode: 'Block'}, status: {phase: 'Pending'}}],
    }},
  },
  'a PodTemplate with annotations': {
    object: {apiVersion: 'v1', kind: 'PodTemplate', metadata: {name: 'x'}, template: template()},
    stored: {template: storedTemplate},
  },
  'a Job with manualSelector': {
    object: {
      apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'x'},
      spec: {manualSelector: true, selector: {matchExpressions: [{key: 'job', operator: 'In', values: ['one']}]}, template: jobTemplate, podFailurePolicy: failurePolicy},
    },
    stored: {metadata: {labels: {job: 'one'}}, spec: {
      parallelism: 1, completions: 1, backoffLimit: 6, completionMode: 'NonIndexed', suspend: false, podReplacementPolicy: 'Failed',
      podFailurePolicy: failurePolicy,
    }},
  },
  'a CronJob with all numeric fields': {
    object: {
      apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name: 'x'},
      spec: {
        schedule: '@daily', concurrencyPolicy: 'Replace', startingDeadlineSeconds: 0, failedJobsHistoryLimit: 0, successfulJobsHistoryLimit: 7,
        jobTemplate: {spec: {
          activeDeadlineSeconds: 60, backoffLimit: 0, ttlSecondsAfterFinished: 0, manualSelector: false, podFailurePolicy: failurePolicy,
          template: jobTemplate,
        }},
      },
    },
    stored: {spec: {concurrencyPolicy: 'Replace', failedJobsHistoryLimit: 0, successfulJobsHistoryLimit: 7, suspend: false, jobTemplate: {spec: {manualSelector: false, podFailurePolicy: failurePolicy, template: {spec: {containers: [{resources: storedResources}]}}}}}},
  },
}
