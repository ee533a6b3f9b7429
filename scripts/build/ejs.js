// Replaces ejs (program.js): in the texts of commands, oclif fills in names of properties and nothing else, such as <%= config.bin %>.
const valueAt = (context, path) => path.split('.').reduce((value, name) => value[name], context)

const render = (text, context) => text.replace(/<%= ([\w.]+) %>/g, (_, path) => valueAt(context, path))

export default {render}
