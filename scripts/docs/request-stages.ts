/** A function of kadm, or a method as `Class.method`, and its file. */
export interface FunctionRef {
  readonly name: string
  readonly file: string
}

export interface RequestStage {
  readonly title: string
  readonly does: string
  /** The functions in the order of their calls. */
  readonly functions: readonly FunctionRef[]
  /** The status codes with which the request can end here. */
  readonly rejects?: string
}

/** The path of one request: `kadm simulate pod.yaml` creates a pod. test/meta/architecture.test.ts checks that each function exists. */
export const requestStages: readonly RequestStage[] = [
  {
    title: 'Read', does: 'Finds the files, reads their text, and decides which of them are manifests.',
    functions: [
      {name: 'readSimulationInputs', file: 'src/cli/read-inputs.ts'}, {name: 'readSources', file: 'src/io/read-sources.ts'},
    ],
  },
  {
    title: 'Parse', does: 'Turns each document into a tree with positions, and finds the objects that kubectl would send.',
    functions: [
      {name: 'readEntries', file: 'src/simulate/read-entries.ts'}, {name: 'readManifests', file: 'src/manifests/read-manifests.ts'},
      {name: 'readDocuments', file: 'src/source/read-documents.ts'}, {name: 'sentByKubectl', file: 'src/manifests/sent-by-kubectl.ts'},
    ],
  },
  {
    title: 'Send', does: 'Starts a cluster in memory, stores the policies, and sends the objects one after another as plain JSON.',
    functions: [
      {name: 'simulate', file: 'src/simulate/simulate.ts'}, {name: 'installPolicies', file: 'src/simulate/policies.ts'},
      {name: 'send', file: 'src/simulate/operations/send.ts'}, {name: 'Cluster.handle', file: 'src/cluster/cluster.ts'},
      {name: 'Router.handle', file: 'src/cluster/router.ts'},
    ],
  },
  {
    title: 'Decode', does: 'Checks size and type, decodes the body by the field table of its kind, and reports unknown fields and wrong types.', rejects: '400, 404, 413',
    functions: [
      {name: 'targetOf', file: 'src/cluster/target.ts'}, {name: 'identify', file: 'src/cluster/target.ts'}, {name: 'decodeObject', file: 'src/cluster/codec.ts'},
      {name: 'decodeStatus', file: 'src/cluster/codec.ts'},
    ],
  },
  {
    title: 'Default', does: 'Fills in the defaults of the kind, and the namespace.',
    functions: [{name: 'objectInNamespace', file: 'src/cluster/target.ts'}, {name: 'setPodDefaults', file: 'src/kinds/pod/defaults.ts'}],
  },
  {
    title: 'Mutate', does: 'Lets each plugin change the object, in the order of the API server. A plugin returns a new object and the list of its changes.', rejects: '403, 404, 500',
    functions: [
      {name: 'evaluateCreate', file: 'src/cluster/pipeline.ts'}, {name: 'runAdmit', file: 'src/admission/chain.ts'}, {name: 'AdmissionPlugin.admit', file: 'src/admission/plugin.ts'},
      {name: 'admissionPlugins', file: 'src/admission/plugins/index.ts'},
    ],
  },
  {
    title: 'Validate the object', does: 'Generates the name, resets the fields of the server, and collects the errors of the kind.', rejects: '422',
    functions: [
      {name: 'allocationSteps', file: 'src/cluster/pipeline.ts'}, {name: 'preparePodCreate', file: 'src/kinds/pod/index.ts'}, {name: 'validateCreate', file: 'src/cluster/validation.ts'},
      {name: 'validatePod', file: 'src/kinds/pod/validate.ts'}, {name: 'validatePodCreate', file: 'src/kinds/pod/validate.ts'},
    ],
  },
  {
    title: 'Validate admission', does: 'Lets each plugin accept or reject the final object. ResourceQuota, the last one, charges it.', rejects: '403, 429, 500',
    functions: [{name: 'runValidate', file: 'src/admission/chain.ts'}, {name: 'AdmissionPlugin.validate', file: 'src/admission/plugin.ts'}],
  },
  {
    title: 'Store', does: 'Encodes the object as the server prints it, and stores it under its name.', rejects: '409',
    functions: [
      {name: 'Registry.storeNamed', file: 'src/cluster/registry.ts'}, {name: 'encodeObject', file: 'src/cluster/codec.ts'}, {name: 'StoreWriter.put', file: 'src/cluster/store-writer.ts'},
      {name: 'Store.put', file: 'src/cluster/store.ts'},
    ],
  },
  {
    title: 'Control', does: 'Lets the quota controller count, and the controllers of workloads create pods, which go through stages 4 to 10 themselves.',
    functions: [
      {name: 'StoreWriter.notify', file: 'src/cluster/store-writer.ts'}, {name: 'ResourceQuotaController.observe', file: 'src/controllers/resource-quota-controller.ts'},
      {name: 'SimulatedWorkloads.admitted', file: 'src/simulate/workloads/simulated-workloads.ts'}, {name: 'ControllerManager.settle', file: 'src/controllers/workload/controller-manager.ts'},
    ],
  },
  {
    title: 'Report', does: 'Finds the policy and the line behind each rejection, prints the result in the chosen format, and sets the exit status.',
    functions: [
      {name: 'explain', file: 'src/simulate/explain.ts'}, {name: 'simulateReporters', file: 'src/report/simulate/index.ts'}, {name: 'simulationTable', file: 'src/report/simulate/table.ts'},
      {name: 'endingOf', file: 'src/lint/ending.ts'},
    ],
  },
]
