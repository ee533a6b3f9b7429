// Runs src/cli/log-worker.ts in threads of tests and of kadm from source. The built program runs it by `readLogs` of src/program/kadm.ts.
import {register} from 'tsx/esm/api'

register()
await import('../src/cli/log-worker.ts')
