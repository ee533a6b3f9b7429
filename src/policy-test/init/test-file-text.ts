import {oneLine} from '../../machinery/output/printable.js'
import {printYamlInOrder} from '../../source/print-yaml.js'
import type {ServerSettings} from '../../test-file/server-settings.js'
import {testApiVersion, testKind} from '../../test-file/test-file.js'
import type {Drafts, DraftTest, EventsDraft} from './draft.js'

/** The settings of the API server in a test file. */
export interface NewServerSettings extends Pick<Partial<ServerSettings>, 'kubernetesVersion' | 'enableAdmissionPlugins' | 'disableAdmissionPlugins' | 'admissionControl' | 'allowPrivileged'> {
  /** The path of the AdmissionConfiguration, relative to the test file. */
  readonly admissionConfig?: string
}

/** The head of a test file: everything but its tests. */
export interface TestFileHead {
  /** The paths of the policies, relative to the test file. */
  readonly policies: readonly string[]
  /** The namespace of objects without one. */
  readonly namespace: string
  readonly server?: NewServerSettings
}

/** Returns the text of a test file. */
export function testFileText({tests, events = [], missing}: Drafts, {policies, namespace, server = {}}: TestFileHead): string {
  const comments = [
    'Written by "kadm test init": objects at the bounds of policies, and objects just beyond them.',
    'The expectations are what kadm answers now. Check that they are what you want.',
    ...missing.length === 0 ? [] : ['', 'No test was found for:', ...missing.map((item) => `- ${item}`)],
  ]
  return comments.map((line) => `# ${oneLine(line)}`.trimEnd().concat('\n')).join('') + printYamlInOrder({
    apiVersion: testApiVersion, kind: testKind,
    ...namespace !== 'default' && {namespace},
    policies,
    ...Object.keys(server).length > 0 && {server},
    tests: [...tests.map((test) => testOf(test, namespace)), ...events.map((test) => eventsTestOf(test, namespace))],
  })
}

const testOf = ({name, existing, user, object, expect, ...test}: DraftTest, namespace: string): object => ({
  name,
  ...test.namespace !== namespace && {namespace: test.namespace},
  ...existing.length > 0 && {existing},
  ...user !== undefined && {user},
  object, expect,
})

const eventsTestOf = ({name, events, ...test}: EventsDraft, namespace: string): object =>
  ({name, ...test.namespace !== namespace && {namespace: test.namespace}, events})
