import {mutateBytes} from '../mutate/bytes.js'
import {textSeeds} from './seeds.js'
import {defineSuite} from './suite.js'
import {textCase} from './text-commands.js'

/** Arbitrary bytes: broken encodings, control characters, truncated files. */
export const bytes = defineSuite<Uint8Array>({
  name: 'bytes',
  batch: 48,
  seeds: () => textSeeds().filter((text) => text.length < 200).map((text) => Buffer.from(text)),
  mutate: mutateBytes,
  toCase: textCase,
})
