import {mutateBytes} from '../mutate/bytes.js'
import {textSeeds} from './seeds.js'
import {defineSuite} from './suite.js'
import {textCase} from './text-commands.js'

/** Any bytes at all: broken encodings, control characters, cut files. */
export const bytes = defineSuite<Uint8Array>({
  name: 'bytes',
  batch: 48,
  seeds: () => textSeeds().filter((text) => text.length < 200).map((text) => Buffer.from(text)),
  mutate: mutateBytes,
  toCase: textCase,
})
