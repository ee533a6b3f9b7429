/**
 * Words that mean something, and not what they are spelt like: devices and fields of other times. Nobody who writes one of them has
 * misspelt another word.
 */
const words: ReadonlySet<string> = new Set(['gpu', 'gpus', 'tpu', 'npu', 'vpu', 'dpu', 'fpga', 'nvidia-gpu', 'initializers'])

/** True of a word that is no misspelling. */
export const isKnownWord = (word: string): boolean => words.has(word.toLowerCase())

const gpuNames = ['nvidia.com/gpu', 'amd.com/gpu']

/** The devices that people write without the vendor, and names that they have by their vendors. */
const devices: ReadonlyMap<string, readonly string[]> = new Map([
  ['gpu', gpuNames], ['gpus', gpuNames], ['nvidia-gpu', ['nvidia.com/gpu']], ['alpha.kubernetes.io/nvidia-gpu', ['nvidia.com/gpu']],
  ['tpu', ['google.com/tpu']],
])

/**
 * The qualified name that a device has today, where a name without a vendor is written.
 *
 * @param prefix what the place puts before names: `requests.` in a quota
 */
export function deviceHint(name: string, prefix = ''): string | undefined {
  const bare = name.replace(/^(?:requests|limits)\./, '')
  const qualified = devices.get(bare.toLowerCase())
  return qualified && `a device has a qualified name, as its plugin gives it: write ${qualified.map((known) => `"${prefix}${known}"`).join(' or ')}`
}
