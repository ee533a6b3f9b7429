import {writeFile} from '../io/write-file.js'
import type {Simulation} from '../simulate/simulate.js'

/**
 * Writes what the quotas of a simulation have been used for, so that another one can begin where it ended.
 *
 * @throws UsageError when the file cannot be written
 */
export async function writeUsage(path: string, simulation: Simulation): Promise<void> {
  const [{printYaml}, {usageDocuments}] = await Promise.all([import('../source/print-yaml.js'), import('../simulate/usage-documents.js')])
  writeFile(path, printYaml(usageDocuments(simulation)))
}
