// Has Node load the sources of the packages in the place of what was compiled of them: `npm run generate` need not wait for
// the compiler, which takes twenty times as long.
import module from 'node:module'

const BUILT = /^(.*\/packages\/(?:contract|server))\/dist\/(.*)\.js$/

if (!module.registerHooks || !process.features.typescript) {
  console.error('Node 22.18 or newer is needed here: it loads TypeScript as it is')
  process.exit(1)
}

module.registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const [, folder, path] = BUILT.exec(found.url) ?? []
    return folder === undefined
      ? found
      : { url: `${folder}/src/${path}.ts`, format: 'module-typescript', shortCircuit: true }
  },
})
