import {type Body, container, pod} from '../builders.js'
import type {AcceptedTable} from './accepted.js'

const probe = {timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3}

const app = (fields: Body): Body => container('app', undefined, fields)

const block: Body = {name: 'block', persistentVolumeClaim: {claimName: 'block'}}

const scratch: Body = {name: 'scratch', emptyDir: {}}

const labelSelector: Body = {matchExpressions: [{key: 'app', operator: 'In', values: ['web', 'api']}, {key: 'tier', operator: 'Exists'}]}

const debugger_: Body = container('debug', undefined, {imagePullPolicy: 'Never', envFrom: [{configMapRef: {name: 'settings'}}], volumeMounts: [{name: 'scratch', mountPath: '/scratch'}]})

/** Pods, without the content of their volumes. */
export const acceptedPods: AcceptedTable = {
  'a pod with all types of probes and two named ports': {
    object: pod().with(app({
      ports: [{name: 'http', containerPort: 80}, {name: 'metrics', containerPort: 81}],
      readinessProbe: {httpGet: {port: 'http', scheme: 'HTTPS'}},
      startupProbe: {tcpSocket: {port: 'metrics'}, successThreshold: 1, terminationGracePeriodSeconds: 5},
      lifecycle: {postStart: {sleep: {seconds: 1}}},
      securityContext: {seLinuxOptions: {level: 's0:c123,c456'}},
    })),
    stored: {spec: {containers: [{
      ports: [{protocol: 'TCP'}, {protocol: 'TCP'}],
      readinessProbe: {...probe, httpGet: {port: 'http', scheme: 'HTTPS', path: '/'}},
      startupProbe: {...probe, tcpSocket: {port: 'metrics'}, terminationGracePeriodSeconds: 5},
    }]}},
  },
  'a sidecar with all fields of a container': {
    object: pod().asking({volumes: [scratch, block], resourceClaims: [{name: 'gpu', resourceClaimName: 'gpu'}]}).after(container('sidecar', {claims: [{name: 'gpu'}]}, {
      restartPolicy: 'Always', imagePullPolicy: 'Never',
      ports: [{name: 'a', containerPort: 8080, hostPort: 8080}, {name: 'b', containerPort: 8081, hostPort: 8081, protocol: 'UDP'}],
      env: [{name: 'POD', value: 'p'}, {name: 'TOKEN', valueFrom: {fileKeyRef: {volumeName: 'scratch', path: 'env', key: 'TOKEN'}}}],
      volumeMounts: [{name: 'scratch', mountPath: '/scratch', mountPropagation: 'HostToContainer', subPathExpr: '$(POD)'}],
      volumeDevices: [{name: 'block', devicePath: '/dev/block'}],
      startupProbe: {exec: {command: ['true']}, successThreshold: 1},
      lifecycle: {postStart: {httpGet: {port: 8080}}},
      securityContext: {appArmorProfile: {type: 'Localhost', localhostProfile: 'sidecar'}},
    })),
    stored: {spec: {initContainers: [{
      imagePullPolicy: 'Never', ports: [{protocol: 'TCP'}, {protocol: 'UDP'}],
      env: [{value: 'p'}, {valueFrom: {fileKeyRef: {optional: false}}}],
      startupProbe: probe, lifecycle: {postStart: {httpGet: {path: '/', scheme: 'HTTP'}}},
    }]}},
  },
  'a pod for Windows': {
    object: pod()
      .with(app({securityContext: {windowsOptions: {gmsaCredentialSpecName: 'web.example.com', runAsUserName: 'NT AUTHORITY\\SYSTEM'}}}))
      .after(container('setup', undefined, {securityContext: {windowsOptions: {runAsUserName: 'ContainerAdministrator'}}}))
      .asking({os: {name: 'windows'}}),
    stored: {spec: {securityContext: {}, os: {name: 'windows'}, restartPolicy: 'Always'}, status: {qosClass: 'BestEffort'}},
  },
  'a container with two requests of one claim': {
    object: pod().asking({resourceClaims: [{name: 'gpu', resourceClaimTemplateName: 'gpu'}]})
      .with(container('app', {claims: [{name: 'gpu', request: 'large'}, {name: 'gpu', request: 'small'}]})),
    stored: {spec: {containers: [{resources: {claims: [{name: 'gpu', request: 'large'}, {name: 'gpu', request: 'small'}]}}]}},
  },
  'a pod with affinity and topologySpreadConstraints': {
    object: pod().asking({
      affinity: {
        podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: 'zone', labelSelector, namespaceSelector: {matchExpressions: [{key: 'team', operator: 'Exists'}]}}]},
        podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: 'zone', namespaces: ['dev']}}]},
      },
      priority: 0, preemptionPolicy: 'PreemptLowerPriority',
      topologySpreadConstraints: [
        {maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector},
        {maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector},
      ],
    }),
    stored: {spec: {schedulerName: 'default-scheduler', priority: 0, topologySpreadConstraints: [{labelSelector}, {labelSelector}]}},
  },
  'a pod with an owner and deprecated annotations': {
    object: pod().marked({
      ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'a-b-c', controller: true, blockOwnerDeletion: true}],
      annotations: {
        'container.seccomp.security.alpha.kubernetes.io/other': 'runtime/default',
        'scheduler.alpha.kubernetes.io/tolerations': '[{"key": "a", "operator": "Exists"}]',
      },
    }),
    stored: {metadata: {ownerReferences: [{controller: true}]}, spec: {terminationGracePeriodSeconds: 30}},
  },
  'an ephemeral container that mounts a volume': {
    before: [pod().asking({volumes: [scratch]})],
    object: pod().asking({volumes: [scratch], ephemeralContainers: [debugger_]}), subresource: 'ephemeralcontainers',
    stored: {spec: {ephemeralContainers: [{imagePullPolicy: 'Never', terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File', resources: {}}]}},
  },
}
