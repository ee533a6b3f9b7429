// Stands in for packages that oclif imports and kadm never calls (program.js).
