/// The part of the example's reducer that the sessions need, in JavaScript, over a file that is read in pieces.
enum NodeReplay {
    /// Prints the last state.
    static let script = #"""
        const fs = require("fs");
        const state = {
          comments: { all: [], arrivals: 0, unread: 0 }, lastScreen: 0,
          list: { episodes: [], hasMore: false, pages: 0, search: "" },
          screens: [{ id: 0, screen: { list: {} }, style: "root" }],
        };
        function add(screen, style) { state.screens.push({ id: ++state.lastScreen, screen, style }); }
        function reduceScreen(id, action) {
          const index = state.screens.findIndex((entry) => entry.id === id);
          if (index < 0) return;
          const screen = state.screens[index].screen;
          for (const kind in action) {
            switch (kind) {
              case "commentsTapped": add({ comments: { episode: screen.episode.id, search: "" } }, "push"); return;
              case "searchChanged": screen.comments.search = action[kind].text; return;
              case "writeTapped": add({ write: { episode: screen.comments.episode, text: "" } }, "sheet"); return;
              case "draftChanged": screen.write.text = action[kind].text; return;
              case "cancelTapped": state.screens.length = index; return;
              default: throw new Error("no case for " + kind);
            }
          }
        }
        function reduce(state, action) {
          for (const kind in action) {
            const values = action[kind];
            switch (kind) {
              case "refreshTapped": state.list.progress = 0; return;
              case "episodesLoaded":
                state.list.episodes = values.episodes; state.list.pages = 1; delete state.list.progress; return;
              case "commentsArrived":
                state.comments.arrivals += 1;
                state.comments.unread += values.comments.length;
                for (const comment of values.comments) { comment.isNew = true; state.comments.all.push(comment); }
                return;
              case "searchChanged": state.list.search = values.text; return;
              case "allReadTapped": state.comments.unread = 0; return;
              case "episodeTapped":
                state.screens.length = 1;
                add({ episode: { id: values.id } }, "push");
                for (const comment of state.comments.all)
                  if (comment.episode === values.id && comment.isNew) { comment.isNew = false; state.comments.unread -= 1; }
                return;
              case "screen": reduceScreen(values.id, values.action); return;
              case "wentBack":
                state.screens.length = 1 + state.screens.findIndex((entry) => entry.id === values.to); return;
              default: throw new Error("no case for " + kind);
            }
          }
        }
        const file = fs.openSync(process.argv[2], "r");
        const piece = Buffer.allocUnsafe(1 << 20);
        let rest = "";
        for (let count; (count = fs.readSync(file, piece, 0, piece.length, null)) > 0; ) {
          const text = rest + piece.latin1Slice(0, count);
          let start = 0;
          for (let end; (end = text.indexOf("\n", start)) >= 0; start = end + 1) {
            const line = JSON.parse(text.slice(start, end));
            if (line.action !== undefined) reduce(state, line.action);
          }
          rest = text.slice(start);
        }
        console.log(JSON.stringify(state));
        """#
}
