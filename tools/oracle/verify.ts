// Compares the recordings with a running server and the probe (`npm run test:oracle`): see README.md.
import {verify} from './verification.js'

const isEqual = await verify(process.env, (text) => process.stdout.write(text))
if (!isEqual) process.exitCode = 1
