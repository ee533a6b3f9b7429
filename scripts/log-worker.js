// Runs src/cli/log-worker.ts in threads of tests and of kadm from source. The built program has a script of it (dist/program/log-worker.cjs).
import {register} from 'tsx/esm/api'

register()
await import('../src/cli/log-worker.ts')
