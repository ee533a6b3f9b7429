/**
 * Words that are no misspellings of similar words: devices and removed fields.
 */
const words: ReadonlySet<string> = new Set(['gpu', 'gpus', 'tpu', 'npu', 'vpu', 'dpu', 'fpga', 'nvidia-gpu', 'initializers'])

/** True for a word that is no misspelling. */
export const isKnownWord = (word: string): boolean => words.has(word.toLowerCase())

const gpuNames = ['nvidia.com/gpu', 'amd.com/gpu']

/** The devices that people write without the vendor, and names that they have by their vendors. */
const devices: ReadonlyMap<string, readonly string[]> = new Map([
  ['gpu', gpuNames], ['gpus', gpuNames], ['nvidia-gpu', ['nvidia.com/gpu']], ['alpha.kubernetes.io/nvidia-gpu', ['nvidia.com/gpu']],
  ['tpu', ['google.com/tpu']],
])

/**
 * The current qualified name of a device that is written without a vendor.
 *
 * @param prefix of names in this place: `requests.` in a quota
 */
export function deviceHint(name: string, prefix = ''): string | undefined {
  const bare = name.replace(/^(?:requests|limits)\./, '')
  const qualified = devices.get(bare.toLowerCase())
  return qualified && `a device has a qualified name, as its plugin gives it: write ${qualified.map((known) => `"${prefix}${known}"`).join(' or ')}`
}
