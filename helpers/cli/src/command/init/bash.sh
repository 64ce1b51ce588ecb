# rejoin, for bash: an agent that is typed by its name is started through rejoin.
# `command NAME` starts it as it is. A function of your own by one of these names stays.
case $- in
*i*)
    # In a pipe or a substitution nobody sees the agent, so that it has no pane.
    function __rejoin_start {
        if [[ -t 0 && -t 1 ]] && type -P rejoin >/dev/null; then
            command rejoin run -- "$@"
        else
            command "$@"
        fi
    }
    for __rejoin_name in @programs@; do
        declare -F -- "$__rejoin_name" >/dev/null ||
            eval "function $__rejoin_name { __rejoin_start $__rejoin_name \"\$@\"; }"
    done
    unset -v __rejoin_name
    type rj >/dev/null 2>&1 || function rj { command rejoin list "$@"; }
    type rjp >/dev/null 2>&1 || function rjp { command rejoin pane "$@"; }
    type rjr >/dev/null 2>&1 || function rjr { command rejoin resume "$@"; }
    type rjw >/dev/null 2>&1 || function rjw { command rejoin why "$@"; }
    ;;
esac
