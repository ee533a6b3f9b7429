// Replaces packages that oclif and cli-table3 import and kadm never calls (program.js).
