import type {FileError} from '../../src/configuration/file-error.js'
import {type AdmissionConfiguration, readAdmissionConfigurationFile} from '../../src/configuration/read-configuration.js'
import {SourceFile} from '../../src/source/source-file.js'

/** The text of an AdmissionConfiguration, with the text of its entries. */
export const admissionConfiguration = (entries: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n${entries}`

/** The text of a configuration of EventRateLimit, with the text of its limits. */
export const eventRateLimit = (limits: string): string =>
  `apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits:\n${limits}`

/** The text of a configuration of ResourceQuota, with the text of its limited resources. */
export const resourceQuota = (limitedResources: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: ResourceQuotaConfiguration\nlimitedResources:\n${limitedResources}`

/** Indents each line of a text. */
export const indented = (text: string, columns: number): string => text.replace(/^(?=.)/gm, ' '.repeat(columns))

/** An entry with an embedded plugin configuration. */
export const embedded = (name: string, configuration: string): string => `- name: ${name}\n  configuration:\n${indented(configuration, 4)}`

/** Returns a reader of these files by path. All other files are missing. */
export const fileReader = (files: Readonly<Record<string, string>>) => (path: string): SourceFile | FileError => {
  const text = files[path]
  return text === undefined ? {operation: 'open', errorNumber: 2} : new SourceFile(path, text)
}

/** Reads the AdmissionConfiguration `config.yaml` among these files. */
export const readFiles = (files: Readonly<Record<string, string>>, enabled: readonly string[] = []): AdmissionConfiguration =>
  readAdmissionConfigurationFile('config.yaml', {readFile: fileReader(files), plugins: {enableAdmissionPlugins: enabled}})
