import Testing

@testable import TimelineViewer

struct CompactScriptTests {
    @Test(
        arguments: [
            // Comments, space, and the semicolon of the last statement.
            ("// One.\n/** Two. */\nconst first = 1;\n\nif (first) {\n  first();\n}", "let aa=1;if(aa){aa()}"),
            ("return a + +a - -a;", "return a+ +a- -a;"),
            ("typeof first in first;", "typeof a in a;"),
            (
                "const one = 1;\nlet two = { f() { let x; const y = 2; } };\none();\nlet three;",
                "let aa=1,ba={f(){let a,b=2}};aa();let ca;"
            ),
            ("const { one } = two;\nlet [three] = one;", "let{one:a}=b,[c]=a;"),
            ("for (const one of two) { const three = `${one}`; let four; }", "for(let a of b){let c=`${a}`,d}"),
            ("f(true, false, undefined, one.true);", "a(!0,!1,void 0,b.true);"),
            // Names of one letter are those that a module does not share.
            ("function walk(from, to) { return from + to + from; }", "function aa(a,b){return a+b+a}"),
            ("const go = (one) => one;", "let aa=a=>a;"),
            // What browsers and the language declare.
            ("document.body.append(location.hash);", "document.body.append(location.hash);"),
            ("async function open() { await performance.now(); }", "async function aa(){await performance.now()}"),
            // Members keep their names, variables of the same name do not.
            ("row.row?.row;", "a.row?.row;"),
            ("use({ row, path: row, [row]: row, row() { return row; } });", "b({row:a,path:a,[a]:a,row(){return a}});"),
            ("const { row, path = row, ...rest } = row;", "let{row:a,path:b=a,...c}=a;"),
            ("function f({ row }, [path]) { return { row, path }; }", "function aa({row:a},[b]){return{row:a,path:b}}"),
            (
                "class Row extends Base { size = row; static of(row) { return row; } get row() { return this.row; } }",
                "class aa extends b{size=a;static of(a){return a}get row(){return this.row}}"
            ),
            // Members of several words, or long ones, that a class declares.
            (
                "class Row { get isOpen() { return this.last; } begin() { this.container = row.isOpen; } indexOf() {} } use({ isOpen, container: 1, isFirst }).isOpen;",
                "class aa{get $b(){return this.last}begin(){this.$a=a.$b}indexOf(){}}b({$b:c,$a:1,isFirst:d}).$b;"
            ),
            // A block, and an object, after a colon.
            (
                "switch (row) { case 'a': { row = 1; } default: row = { row }; }",
                "switch(a){case'a':{a=1}default:a={row:a}}"
            ),
            ("const value = row ? { row } : row;", "let aa=a?{row:a}:a;"),
            // Literals.
            ("f('// \\' row', \"row\", /[/\"] row/g, 0xff, 1.5);", "a('// \\' row',\"row\",/[/\"] row/g,0xff,1.5);"),
            ("row / path / row;", "a/b/a;"),
            ("`row ${row} ${`row ${path}`} \\${row}`;", "`row ${a} ${`row ${b}`} \\${row}`;"),
            ("`${{ row }.row}`;", "`${{row:a}.row}`;"),
        ]
    )
    func aModuleIsWrittenWithShortNamesAndWithoutSpace(_ module: String, _ expected: String) {
        #expect(CompactScript.joined([module]) == expected)
    }

    @Test func modulesShareTheNamesOfTheirTopLevelAlone() {
        let modules = [
            "function walk(row) { return row; }\nfunction* all(rows) { yield rows; }\nclass Row {}\nlet limit = 1;",
            "async function start(path) { return walk(all(path, Row, limit)); }",
        ]
        let expected = """
            function aa(a){return a}function*ba(b){yield b}class ca{}let da=1;
            async function ea(a){return aa(ba(a,ca,da))}
            """
        #expect(CompactScript.joined(modules) == expected)
    }

    @Test func shortNamesAreNoKeywords() {
        let names = (0..<3000).map { "name\($0)" }
        let script = CompactScript.joined(["function f(\(names.joined(separator: ", "))) {}"])
        let short = script.dropFirst("function aa(".count).split { ",(){}".contains($0) }
        #expect(short.count == 3000)
        #expect(Set(short).count == 3000)
        #expect(Set(short).isDisjoint(with: ["aa", "do", "if", "in", "of"]))
    }
}
