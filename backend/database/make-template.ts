/** The process that makes a template folder for tests: of the base alone, or with the migrations of the folder that it is given. */
import { makeTemplateFolder } from './template-folder.ts'

await makeTemplateFolder(process.argv[2])
