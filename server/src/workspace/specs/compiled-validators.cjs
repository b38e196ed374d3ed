// What runs where nothing is bundled. The build puts the generated module itself in place of this one
// (tools/build/bundle-spec-validators.mjs).
const path = require("node:path");
const { writeSpecValidators } = require("../../../../tools/build/spec-validators.mjs");

module.exports = require(writeSpecValidators(path.resolve(__dirname, "../../../../out/spec-validators")));
