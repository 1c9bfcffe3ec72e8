"""Checks the schemas of `timeline schema` against what the tool prints and reads.

Standard input is a JSON object:

- `schemas`: by command; "line" is the schema of a line of a timeline.
- `files`: paths of timelines, whose lines are valid.
- `lines`: `[text, isValid]`, where `isValid` is what the tool's own reader says of the line.
- `answers`: each with the `command`, the `place` that shows it, and the `output`.

Prints what was validated. Mistakes, the first twenty of them on standard error, lead to exit status 1.
"""

import collections
import functools
import json
import sys

import jsonschema

mistakes = []

# Values of the app, which may be anything, and lines of a timeline, which have a schema of their own.
FREE = {"action", "state", "set", "value", "before", "after", "generated", "case"}

# What all samples have, and may be missing nevertheless.
OPTIONAL = {
    "diff": {"action", "from"},
    "explore": {"from"},
    "bisect": {"action", "from", "seq", "why"},
    "blame": {"before", "from"},
    "when": {"action"},
    "info": {"reduced", "signal", "status"},
    "verify": {"action", "at", "diff", "from", "paths"},
    "minimize": {"output"},
}


def closed(schema):
    """A copy that refuses members that it does not describe, so that the tool prints none without a description."""
    if isinstance(schema, list):
        return [closed(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if "object" in schema.get("type", []) and "properties" in schema:
        result.setdefault("additionalProperties", False)
    return result


def objects(schema):
    """All parts of a schema that are about objects."""
    if isinstance(schema, list):
        for element in schema:
            yield from objects(element)
    elif isinstance(schema, dict):
        if "object" in schema.get("type", []):
            yield schema
        for value in schema.values():
            yield from objects(value)


def documents(output):
    """The values of an output: one on each line, or one in all."""
    try:
        return [json.loads(line) for line in output.splitlines()]
    except ValueError:
        return [json.loads(output)]


def shape(value):
    """The names of members and the types of values, without the values."""
    if isinstance(value, list):
        return [shape(element) for element in value[:3]]
    if isinstance(value, dict):
        return {name: None if name in FREE else shape(member) for name, member in value.items()}
    return type(value).__name__


def mutants(value):
    """Copies of a value without a member, or with one of another type: the name of the member, what was done, and the copy."""
    if isinstance(value, list):
        for index, element in enumerate(value[:3]):
            for name, change, mutant in mutants(element):
                yield name, change, value[:index] + [mutant] + value[index + 1 :]
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name, "removed", {key: other for key, other in value.items() if key != name}
            if name in FREE:
                continue
            # No member may be either.
            for other in [-0.5, {"strange": []}]:
                yield name, "replaced", {**value, name: other}
            for inner, change, mutant in mutants(member):
                yield inner, change, {**value, name: mutant}


def check_schema(name, schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    for key in ["$schema", "$id", "title", "description"]:
        if not schema.get(key):
            mistakes.append(f"{name}: it has no {key}")
    text = json.dumps(schema)
    for definition in schema.get("$defs", {}):
        if json.dumps("#/$defs/" + definition) not in text:
            mistakes.append(f"{name}: nothing refers to the definition {definition}")
    for part in objects(schema):
        for key in set(part.get("required", [])) - set(part.get("properties", {})):
            mistakes.append(f"{name}: {key} is required and not described")


def check_required(name, schema, samples):
    """What all samples of an object have is required, unless a choice is. The member `value` depends on the operation of a patch."""
    definitions = schema.get("$defs", {})
    common = {}

    @functools.cache
    def checker(target):
        return jsonschema.Draft202012Validator({"$defs": definitions, "$ref": target})

    def visit(part, value):
        while part.get("$ref", "#") != "#":
            part = definitions[part["$ref"].removeprefix("#/$defs/")]
        for branch in part.get("oneOf", []) + part.get("anyOf", []):
            if "$ref" in branch and checker(branch["$ref"]).is_valid(value):
                visit(branch, value)
        if isinstance(value, dict) and "properties" in part:
            branches = part.get("oneOf", []) + part.get("anyOf", [])
            choices = {key for branch in branches for key in branch.get("required", [])}
            names = set(value) - set(part.get("required", [])) - choices - OPTIONAL.get(name, set())
            common[id(part)] = common.get(id(part), names) & names
            for key, member in value.items():
                inner = part["properties"].get(key)
                visit(inner if isinstance(inner, dict) else {}, member)
        if isinstance(value, list):
            for element in value:
                visit(part.get("items", {}), element)

    for sample in samples:
        visit(schema, sample)
    for names in common.values():
        for key in sorted(names - {"value"}):
            mistakes.append(f"{name}: all samples have {key}, and the schema does not require it")


def check_mutants(name, schema, samples):
    """What is required cannot be removed from the samples that have it, and what has a type cannot have another."""
    checker = jsonschema.Draft202012Validator(closed(schema))
    described = {key for part in objects(schema) for key in part.get("properties", {})}
    refused = collections.defaultdict(set)
    seen = collections.Counter()
    for sample in {json.dumps(shape(sample)): sample for sample in samples}.values():
        for member, change, mutant in mutants(sample):
            seen[member, change] += 1
            # Most answers have the same ones.
            if seen[member, change] > 10:
                continue
            if not checker.is_valid(mutant):
                refused[change].add(member)
            elif change == "replaced" and member in described:
                mistakes.append(f"{name}: {member} may have any type: {json.dumps(mutant)[:300]}")
    seen = {member for member, _ in seen}
    parts = list(objects(schema))
    required = {key for part in parts for key in part.get("required", [])}
    # Of these, an object that has them may be one where they are optional.
    required -= {key for part in parts for key in part.get("properties", {}) if key not in part.get("required", [])}
    if name == "watch":
        # Without it, the step is a line of a timeline.
        required -= {"patch"}
    for member in sorted(required & seen - refused["removed"]):
        mistakes.append(f"{name}: {member} is required, and can be removed from all samples")
    return sum(map(len, refused.values()))


def main():
    task = json.load(sys.stdin)
    schemas = task["schemas"]
    checkers = {}
    for name, schema in schemas.items():
        check_schema(name, schema)
        checkers[name] = [jsonschema.Draft202012Validator(form) for form in [schema, closed(schema)]]
    samples = collections.defaultdict(list)

    def check(name, place, value):
        for checker in checkers[name]:
            error = jsonschema.exceptions.best_match(checker.iter_errors(value))
            if error is not None:
                mistakes.append(f"{place}: {name}, {error.json_path}: {error.message[:300]}: {json.dumps(value)[:500]}")
                return
        samples[name].append(value)

    for path in task["files"]:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                check("line", f"{path}:{number}", json.loads(line))
    for answer in task["answers"]:
        try:
            values = documents(answer["output"])
        except ValueError as error:
            mistakes.append(f"{answer['place']}: the output is not JSON: {error}")
            continue
        for value in values:
            check(answer["command"], answer["place"], value)
    for line, is_valid in task["lines"]:
        if checkers["line"][0].is_valid(json.loads(line)) != is_valid:
            mistakes.append(f"the reader says {is_valid}, and the schema does not: {line}")
    refused = 0
    for name, schema in schemas.items():
        if not samples[name]:
            mistakes.append(f"{name}: nothing was validated")
        # A state may be anything, and a line was compared with the reader.
        if name not in ["line", "state"]:
            refused += check_mutants(name, schema, samples[name])
        # Lines are open.
        if name not in ["line", "state", "log", "watch"]:
            check_required(name, schema, samples[name])
    print(
        f"{len(samples.pop('line', []))} lines of timelines and {sum(map(len, samples.values()))} answers are valid:",
        ", ".join(f"{len(values)} of {name}" for name, values in sorted(samples.items())),
    )
    print(f"{len(task['lines'])} changed lines are judged as the reader judges them, {refused} kinds of changes refused in answers")
    print("\n".join(mistakes[:20]), file=sys.stderr)
    sys.exit(1 if mistakes else 0)


main()
